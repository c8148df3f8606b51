use std::time::Duration;

use axum::body::Body;
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::Response;

use super::accounts::Unauthorized;
use crate::feedback::{Refusal, error_body};
use crate::http::own_answer::OwnAnswer;
use crate::store::StoreError;

/// Why a submission is not taken, in the order in which it is checked (protocol 2, §2).
#[derive(Debug)]
pub(in crate::http) enum Rejection {
    /// The methods that are allowed.
    Method(&'static str),
    MediaType,
    TooLarge {
        max_bytes: usize,
    },
    Unauthorized,
    RateLimited(Duration),
    /// The body broke off or took too long.
    Incomplete,
    Refused(Refusal),
    Unavailable,
}

impl From<Unauthorized> for Rejection {
    fn from(_: Unauthorized) -> Self {
        Self::Unauthorized
    }
}

impl From<Refusal> for Rejection {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<StoreError> for Rejection {
    fn from(error: StoreError) -> Self {
        let source = std::error::Error::source(&error).map(ToString::to_string);
        tracing::error!(target: "afp::feedback", %error, source, "feedback could not be stored");
        Self::Unavailable
    }
}

impl Rejection {
    fn status(&self) -> StatusCode {
        match self {
            Self::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::MediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Unauthorized => StatusCode::UNAUTHORIZED,
            Self::RateLimited(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Incomplete | Self::Refused(_) => StatusCode::BAD_REQUEST,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn header(&self) -> Option<(HeaderName, HeaderValue)> {
        match self {
            Self::Method(allowed) => Some((ALLOW, HeaderValue::from_static(allowed))),
            Self::Unauthorized => Some((WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))),
            Self::RateLimited(wait) => Some((RETRY_AFTER, whole_seconds(*wait).into())),
            Self::Unavailable => Some((RETRY_AFTER, HeaderValue::from_static("5"))),
            _ => None,
        }
    }

    fn body(&self) -> String {
        match self {
            Self::Method(allowed) => {
                error_body("method_not_allowed", &format!("This path takes {allowed}."))
            }
            Self::MediaType => error_body(
                "unsupported_media_type",
                "Send an uncompressed body with Content-Type: application/json.",
            ),
            Self::TooLarge { max_bytes } => {
                let message = format!("A submission has at most {max_bytes} bytes.");
                error_body("payload_too_large", &message)
            }
            Self::Unauthorized => error_body(
                "unauthorized",
                "Send the credential that the rest of this API takes.",
            ),
            Self::RateLimited(wait) => {
                let seconds = whole_seconds(*wait);
                let message = format!("Too many submissions. Try again in {seconds} s.");
                error_body("rate_limited", &message)
            }
            Self::Incomplete => error_body("invalid_json", "The body did not arrive completely."),
            Self::Refused(Refusal::Json(error)) => error_body(
                "invalid_json",
                &format!("The body is not strict JSON: {error}."),
            ),
            Self::Refused(Refusal::Invalid(problems)) => problems.to_json(),
            Self::Unavailable => error_body(
                "unavailable",
                "The submission could not be stored. Try again once.",
            ),
        }
    }

    pub(super) fn into_response(self) -> Response {
        let mut response = json(self.status(), self.body());
        if let Some((name, value)) = self.header() {
            response.headers_mut().insert(name, value);
        }
        response
    }
}

/// Rounded up, so that it is never less than the wait.
fn whole_seconds(wait: Duration) -> u64 {
    let rounded = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
    rounded.max(1)
}

/// A JSON answer of the inbox, or of the collector.
pub(in crate::http) fn json(status: StatusCode, body: String) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.extensions_mut().insert(OwnAnswer);
    response
}
