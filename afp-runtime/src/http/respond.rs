use axum::body::Body;
use axum::response::Response;
use http::header::{CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, StatusCode};

use crate::errors::{AgentError, RenderOptions, render};

/// The answer for an error.
pub fn respond(error: &dyn AgentError) -> Response {
    let envelope = render(error, &RenderOptions::default());
    let mut response = Response::new(Body::from(envelope.body));
    *response.status_mut() =
        StatusCode::from_u16(error.spec().status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(seconds) = envelope.retry_after_s {
        headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}
