use axum::body::{Body, HttpBody as _};
use futures_util::FutureExt as _;
use http::{HeaderMap, StatusCode, header};
use http_body_util::BodyExt as _;

use super::MediaType;
use crate::http::layers::rejection::without_values;

/// Longest text of a foreign answer that becomes the envelope's `error`, in bytes.
const MAX_BYTES: u64 = 4096;

/// The words of a short 4xx in plain text. Never those of a 5xx: they may tell of its cause.
pub(super) fn read(status: StatusCode, headers: &HeaderMap, body: Body) -> Option<String> {
    let short = body
        .size_hint()
        .exact()
        .is_some_and(|size| size <= MAX_BYTES);
    if !status.is_client_error() || !short || !is_readable(headers) {
        return None;
    }
    // A body of known size that is not there at once is a stream; it is not waited for.
    let bytes = body.collect().now_or_never()?.ok()?.to_bytes();
    let text = without_values(std::str::from_utf8(&bytes).ok()?.trim());
    (!text.is_empty()).then(|| text.into_owned())
}

/// Text in UTF-8 under no encoding; no markup.
fn is_readable(headers: &HeaderMap) -> bool {
    let media_type = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let charset = media_type.and_then(|media_type| {
        let mut parameters = media_type.split(';').skip(1).map(str::trim);
        parameters.find_map(|parameter| {
            let (name, value) = parameter.split_once('=')?;
            name.eq_ignore_ascii_case("charset")
                .then(|| value.trim_matches('"'))
        })
    });
    let unicode = |charset: &str| {
        charset.eq_ignore_ascii_case("utf-8") || charset.eq_ignore_ascii_case("us-ascii")
    };
    !headers.contains_key(header::CONTENT_ENCODING)
        && MediaType::of(headers) != MediaType::Html
        && charset.is_none_or(unicode)
}
