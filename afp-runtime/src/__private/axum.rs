//! What the generated `IntoResponse` names.

pub use axum::response::{IntoResponse, Response};

pub use crate::http::respond;
