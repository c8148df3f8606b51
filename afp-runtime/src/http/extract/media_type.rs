use http::{HeaderMap, HeaderName, header};
use serde_json::json;

use crate::errors::{Piece, RequestError};

/// Characters of a header field that are echoed.
const MAX_ECHO: usize = 100;

/// Refuses what is not declared as JSON: `application/json`, or `application/…+json`, in no
/// content coding.
///
/// A decompressing layer inside takes `Content-Encoding` away.
pub(in crate::http) fn expect_json(headers: &HeaderMap) -> Result<(), RequestError> {
    if !is_json(headers) {
        let wanted = "content-type: application/json".to_owned();
        return Err(refused(
            headers,
            &header::CONTENT_TYPE,
            wanted,
            Some("application/json"),
        ));
    }
    match headers.get(header::CONTENT_ENCODING) {
        Some(coding) if !coding.as_bytes().eq_ignore_ascii_case(b"identity") => {
            let wanted = "a body without content-encoding".to_owned();
            Err(refused(headers, &header::CONTENT_ENCODING, wanted, None))
        }
        _ => Ok(()),
    }
}

fn refused(
    headers: &HeaderMap,
    name: &HeaderName,
    wanted: String,
    value: Option<&str>,
) -> RequestError {
    let sent = headers.get(name).map(|value| {
        let text = String::from_utf8_lossy(value.as_bytes());
        text.chars().take(MAX_ECHO).collect::<String>()
    });
    RequestError::UnsupportedMediaType {
        wanted,
        current: Piece::of(&json!({ name.as_str(): sent })),
        name: name.to_string(),
        value: value.map(str::to_owned),
    }
}

/// RFC 9110 §8.3.1: type and subtype without case, parameters behind a semicolon.
#[inline]
fn is_json(headers: &HeaderMap) -> bool {
    let Some(value) = headers.get(header::CONTENT_TYPE) else {
        return false;
    };
    let bytes = value.as_bytes();
    bytes == b"application/json" || is_json_essence(bytes)
}

fn is_json_essence(bytes: &[u8]) -> bool {
    let essence = bytes.split(|&byte| byte == b';').next().unwrap_or_default();
    let Some((kind, subtype)) = essence.trim_ascii().split_at_checked(12) else {
        return false;
    };
    let suffix = subtype.len().checked_sub(5).map(|at| &subtype[at..]);
    let is_token = subtype
        .iter()
        .all(|byte| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(byte));
    kind.eq_ignore_ascii_case(b"application/")
        && is_token
        && (subtype.eq_ignore_ascii_case(b"json")
            || suffix.is_some_and(|suffix| suffix.eq_ignore_ascii_case(b"+json")))
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderValue, header};

    use super::is_json;

    #[test]
    fn json_is_declared_in_these_ways() {
        let is_json = |value: &'static str| {
            let value = HeaderValue::from_static(value);
            is_json(&HeaderMap::from_iter([(header::CONTENT_TYPE, value)]))
        };
        for value in [
            "application/json",
            "application/json; charset=utf-8",
            "Application/JSON",
            "application/cloudevents+json",
            "application/problem+json;x=y",
        ] {
            assert!(is_json(value), "{value}");
        }
        for value in [
            "",
            "text/plain",
            "text/json",
            "application/jsonl",
            "application/x-www-form-urlencoded",
            "application/json x",
            "application",
            "json",
        ] {
            assert!(!is_json(value), "{value}");
        }
    }
}
