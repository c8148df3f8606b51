//! axum and tower: answers, install, extractors, routes, layers.

mod respond;

pub use self::respond::respond;
