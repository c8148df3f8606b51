use afp_runtime::errors::StarterError;
use axum::response::Response;
use axum::routing::get;
use http::{HeaderMap, StatusCode, header};
use serde_json::json;

use super::{Routes, ok};

/// The one credential that this shop knows.
pub(crate) const DEMO_KEY: &str = "demo-key";

pub(crate) fn routes() -> Routes {
    Routes::new().route("/api/account", get(show))
}

async fn show(headers: HeaderMap) -> Result<Response, StarterError> {
    match bearer(&headers) {
        None => Err(StarterError::MissingAuth),
        Some(DEMO_KEY) => Ok(ok(StatusCode::OK, "account", json!({ "id": "demo" }))),
        Some(_) => Err(StarterError::InvalidKey),
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
