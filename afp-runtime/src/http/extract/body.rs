use std::error::Error;

use axum::RequestExt as _;
use axum::body::HttpBody as _;
use axum::extract::Request;
use bytes::Bytes;
use http_body_util::{BodyExt as _, LengthLimitError};

use crate::errors::RequestError;

/// Reads the whole body, up to the limit of the route: that of [`BodyLimit`](crate::http::BodyLimit)
/// or of axum's `DefaultBodyLimit`, whichever is further inside; 2 MB without either.
///
/// Counted is what is read: chunked bodies, and the decompressed bytes behind a decompressing
/// layer, too. A body that is declared as too large is refused unread.
pub(in crate::http) async fn read_limited(request: Request) -> Result<Bytes, RequestError> {
    let declared = request.body().size_hint().lower();
    let body = request.into_limited_body();
    // A limited body can't be larger than its limit.
    let limit = body.size_hint().upper();
    match limit {
        Some(limit) if declared > limit => return Err(RequestError::BodyTooLarge { limit }),
        _ => {}
    }
    match body.collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) => Err(refused(&error, limit)),
    }
}

#[cold]
fn refused(error: &axum::Error, limit: Option<u64>) -> RequestError {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if error.is::<LengthLimitError>() {
            let limit = limit.unwrap_or_default();
            return RequestError::BodyTooLarge { limit };
        }
        cause = error.source();
    }
    RequestError::BadRequest {
        message: "the body could not be read to its end".to_owned(),
    }
}
