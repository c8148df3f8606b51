use afp_runtime::errors::StarterError;
use axum::response::Response;
use axum::routing::get;
use http::{HeaderMap, HeaderName, StatusCode, header};
use serde_json::json;

use super::{Routes, ok};

/// The one credential that this shop knows.
pub(crate) const DEMO_KEY: &str = "demo-key";

pub(crate) fn routes() -> Routes {
    Routes::new().route("/api/account", get(show))
}

/// A 401 names the scheme that it wants (RFC 9110 §15.5.2).
type Challenge = [(HeaderName, &'static str); 1];
const BEARER: Challenge = [(header::WWW_AUTHENTICATE, "Bearer")];

async fn show(headers: HeaderMap) -> Result<Response, (Challenge, StarterError)> {
    match bearer(&headers) {
        None => Err((BEARER, StarterError::MissingAuth)),
        Some(DEMO_KEY) => Ok(ok(StatusCode::OK, "account", json!({ "id": "demo" }))),
        Some(_) => Err((BEARER, StarterError::InvalidKey)),
    }
}

/// The credential of a request, if it has one.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
