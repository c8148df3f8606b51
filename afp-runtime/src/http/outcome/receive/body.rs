//! A JSON body, bounded.

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, header::CONTENT_LENGTH},
};
use http_body_util::{BodyExt, LengthLimitError, Limited};

use super::problem::Problem;
use crate::http::outcome::media_type::{BodyKind, Media};

/// Reads a body of at most so many bytes that says it is plain JSON.
pub(super) async fn json(headers: &HeaderMap, body: Body, most: usize) -> Result<Bytes, Problem> {
    match BodyKind::of(headers, false) {
        Some(BodyKind {
            media: Media::Json,
            readable: true,
        }) => {}
        _ => return Err(Problem::MediaType),
    }
    let length = headers
        .get(CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > most as u64) {
        return Err(Problem::TooLarge(most));
    }
    match Limited::new(body, most).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(Problem::TooLarge(most)),
        Err(_) => Err(Problem::Incomplete),
    }
}
