//! One resource a file: its errors, its bodies, its handlers.

pub(crate) mod account;
pub(crate) mod accounting;
pub(crate) mod exports;
pub(crate) mod items;
pub(crate) mod notes;
pub(crate) mod orders;
pub(crate) mod payouts;
pub(crate) mod reports;
pub(crate) mod schedule;
pub(crate) mod search;
pub(crate) mod shipments;
pub(crate) mod things;

use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use axum::{Json, response::IntoResponse as _};
use http::StatusCode;
use serde_json::Value;

use crate::shop::Shop;

pub(crate) type Routes = Router<Arc<Shop>>;

/// A success body: `ok` beside one named member.
pub(crate) fn ok(status: StatusCode, name: &str, value: impl Into<Value>) -> Response {
    let mut body = serde_json::Map::new();
    body.insert("ok".to_owned(), true.into());
    body.insert(name.to_owned(), value.into());
    (status, Json(body)).into_response()
}
