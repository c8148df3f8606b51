use axum::http::header::{ALLOW, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::Response;

use crate::feedback::error_body;
use crate::http::inbox::json;
use crate::store::StoreError;

/// Why a request is not answered, in the shape of protocol 2.
#[derive(Debug)]
pub(super) enum Rejection {
    /// The methods that are allowed.
    Method(&'static str),
    MediaType,
    TooLarge,
    Unauthorized,
    /// The body is not strict JSON: why.
    Json(String),
    /// The envelope around the records is wrong: why.
    Envelope(&'static str),
    /// A parameter of a list is wrong: why.
    Query(&'static str),
    Unavailable,
}

impl From<StoreError> for Rejection {
    fn from(error: StoreError) -> Self {
        let source = std::error::Error::source(&error).map(ToString::to_string);
        tracing::error!(target: "afp::feedback", %error, source, "the collector's store failed");
        Self::Unavailable
    }
}

impl Rejection {
    fn parts(&self) -> (StatusCode, &'static str, &str) {
        match self {
            Self::Method(_) => (
                StatusCode::METHOD_NOT_ALLOWED,
                "method_not_allowed",
                "This path does not take this method.",
            ),
            Self::MediaType => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported_media_type",
                "Send an uncompressed body with Content-Type: application/json.",
            ),
            Self::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "payload_too_large",
                "A request has at most 4 MiB. Send fewer records at once.",
            ),
            Self::Unauthorized => (
                StatusCode::UNAUTHORIZED,
                "unauthorized",
                "Send the key of this collector as Authorization: Bearer.",
            ),
            Self::Json(why) => (StatusCode::BAD_REQUEST, "invalid_json", why),
            Self::Envelope(why) => (StatusCode::BAD_REQUEST, "invalid_feedback", why),
            Self::Query(why) => (StatusCode::BAD_REQUEST, "invalid_query", why),
            Self::Unavailable => (
                StatusCode::SERVICE_UNAVAILABLE,
                "unavailable",
                "The store does not answer. Try again.",
            ),
        }
    }

    fn header(&self) -> Option<(HeaderName, HeaderValue)> {
        match self {
            Self::Method(allowed) => Some((ALLOW, HeaderValue::from_static(allowed))),
            Self::Unauthorized => Some((WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))),
            Self::Unavailable => Some((RETRY_AFTER, HeaderValue::from_static("5"))),
            _ => None,
        }
    }

    pub(super) fn into_response(self) -> Response {
        let (status, code, message) = self.parts();
        let mut response = json(status, error_body(code, message));
        if let Some((name, value)) = self.header() {
            response.headers_mut().insert(name, value);
        }
        response
    }
}
