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

use afp_runtime::errors::StarterError;
use axum::Router;
use axum::response::Response;
use axum::{Json, response::IntoResponse as _};
use http::StatusCode;
use serde::ser::{Serialize, SerializeMap as _, Serializer};

use crate::shop::Shop;

pub(crate) type Routes = Router<Arc<Shop>>;

/// A success body: `ok` beside one named member.
pub(crate) fn ok(status: StatusCode, name: &'static str, value: impl Serialize) -> Response {
    (status, Json(Success { name, value })).into_response()
}

/// Names are kept and repeated, so they are short.
pub(crate) fn short(field: &str, name: &str) -> Result<(), StarterError> {
    const MAX: usize = 100;
    if name.chars().count() <= MAX {
        return Ok(());
    }
    let reason = format!("at most {MAX} characters");
    Err(StarterError::InvalidField {
        field: field.into(),
        reason,
    })
}

struct Success<T> {
    name: &'static str,
    value: T,
}

impl<T: Serialize> Serialize for Success<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut body = serializer.serialize_map(Some(2))?;
        body.serialize_entry("ok", &true)?;
        body.serialize_entry(self.name, &self.value)?;
        body.end()
    }
}
