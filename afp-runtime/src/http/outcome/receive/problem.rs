//! What is refused, and how it is said.

use axum::{
    Json,
    http::{
        HeaderValue, StatusCode,
        header::{RETRY_AFTER, WWW_AUTHENTICATE},
    },
    response::{IntoResponse, Response},
};
use serde_json::json;

use super::PRIVATE;
use crate::{outcome::InvalidSubmission, store::OutcomeStoreError};

/// A refusal. Its text repeats nothing of the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Problem {
    Capability,
    ProductKey,
    CollectionOff,
    OtherProduct,
    MediaType,
    TooLarge(usize),
    Incomplete,
    Submission(InvalidSubmission),
    Events(String),
    MethodNotAllowed,
    Store,
}

impl Problem {
    fn code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::Capability => (StatusCode::UNAUTHORIZED, "invalid_capability"),
            Self::ProductKey => (StatusCode::UNAUTHORIZED, "invalid_product_key"),
            Self::CollectionOff => (StatusCode::GONE, "collection_off"),
            Self::OtherProduct => (StatusCode::CONFLICT, "interaction_of_another_product"),
            Self::MediaType => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"),
            Self::TooLarge(_) => (StatusCode::PAYLOAD_TOO_LARGE, "payload_too_large"),
            Self::Incomplete => (StatusCode::BAD_REQUEST, "incomplete_body"),
            Self::Submission(InvalidSubmission::NotJson) => {
                (StatusCode::BAD_REQUEST, "invalid_json")
            }
            Self::Submission(_) => (StatusCode::BAD_REQUEST, "invalid_review"),
            Self::Events(_) => (StatusCode::BAD_REQUEST, "invalid_events"),
            Self::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed"),
            Self::Store => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
        }
    }

    fn message(&self) -> String {
        match self {
            Self::Capability => "The capability is not valid, or has expired.".to_owned(),
            Self::ProductKey => "The product key is not valid.".to_owned(),
            Self::CollectionOff => "This product collects no reviews.".to_owned(),
            Self::OtherProduct => "The interaction belongs to another product.".to_owned(),
            Self::MediaType => "Send application/json, without a content coding.".to_owned(),
            Self::TooLarge(most) => format!("The body is limited to {most} bytes."),
            Self::Incomplete => "The body could not be read to its end.".to_owned(),
            Self::Submission(problem) => problem.to_string(),
            Self::Events(problem) => problem.clone(),
            Self::MethodNotAllowed => "This path has another method.".to_owned(),
            Self::Store => "Could not be stored; try again later.".to_owned(),
        }
    }
}

impl From<OutcomeStoreError> for Problem {
    fn from(error: OutcomeStoreError) -> Self {
        let source = std::error::Error::source(&error).map(ToString::to_string);
        tracing::error!(source, "{error}");
        Self::Store
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, code) = self.code();
        let body = Json(json!({ "error": { "code": code, "message": self.message() } }));
        let mut response = (status, [PRIVATE], body).into_response();
        let extra = match self {
            Self::Capability | Self::ProductKey => Some((WWW_AUTHENTICATE, "Bearer")),
            Self::Store => Some((RETRY_AFTER, "5")),
            _ => None,
        };
        if let Some((name, value)) = extra {
            response
                .headers_mut()
                .insert(name, HeaderValue::from_static(value));
        }
        response
    }
}
