//! Failed answers that are no envelopes, made into envelopes.

use std::time::SystemTime;

use axum::body::{Body, HttpBody as _};
use axum::response::Response;
use futures_util::FutureExt as _;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use http_body_util::BodyExt as _;

use super::envelope::Asked;
use super::rejection::without_values;
use crate::errors::RequestError;
use crate::http::install::App;
use crate::http::respond::respond_as;

/// Longest text of a foreign answer that becomes the envelope's `error`, in bytes.
const MAX_TEXT: u64 = 4096;

/// Longest echo of a request's path, in characters.
const MAX_PATH: usize = 200;

/// Seconds to wait when a foreign answer does not say (protocol 1, §2).
const DEFAULT_WAIT_S: u64 = 30;

/// Header fields that describe the body that goes.
const OF_THE_BODY: [HeaderName; 16] = [
    header::ACCEPT_RANGES,
    header::CONTENT_DISPOSITION,
    header::CONTENT_ENCODING,
    header::CONTENT_LANGUAGE,
    header::CONTENT_LENGTH,
    header::CONTENT_LOCATION,
    header::CONTENT_RANGE,
    header::CONTENT_TYPE,
    header::ETAG,
    header::LAST_MODIFIED,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    HeaderName::from_static("content-digest"),
    HeaderName::from_static("content-md5"),
    HeaderName::from_static("digest"),
    HeaderName::from_static("repr-digest"),
];

/// The answer as an envelope when it is empty or plain text (or HTML, if so configured); any other
/// answer as it is. Its status and all header fields but those of the old body stay.
pub(super) fn wrap(mut answer: Response, asked: &Asked, app: &App) -> Response {
    let html = is(answer.headers(), "text/html");
    if html && app.wrap_html {
        // The same URL answers others with the envelope, or the page.
        answer
            .headers_mut()
            .append(header::VARY, HeaderValue::from_static("accept"));
    }
    let untyped = !answer.headers().contains_key(header::CONTENT_TYPE);
    let plain = untyped || is(answer.headers(), "text/plain");
    if !plain && (!html || asked.takes_html) {
        return answer;
    }
    let (mut parts, body) = answer.into_parts();
    let text = text(parts.status, &parts.headers, body);
    let error = error(parts.status, &mut parts.headers, text, asked, app);
    for name in OF_THE_BODY {
        parts.headers.remove(name);
    }
    let (own, body) = respond_as(&error, parts.status).into_parts();
    for (name, value) in &own.headers {
        parts.headers.entry(name).or_insert_with(|| value.clone());
    }
    Response::from_parts(parts, body)
}

/// Whether the body is said to be of this media type, whatever its parameters.
fn is(headers: &HeaderMap, media_type: &str) -> bool {
    let value = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let essence = value.and_then(|value| value.split(';').next());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case(media_type))
}

/// The words of a short 4xx in plain text. Never those of a 5xx: they may tell of its cause.
fn text(status: StatusCode, headers: &HeaderMap, body: Body) -> Option<String> {
    let unreadable = headers.contains_key(header::CONTENT_ENCODING) || is(headers, "text/html");
    let short = body
        .size_hint()
        .exact()
        .is_some_and(|size| size <= MAX_TEXT);
    if !status.is_client_error() || unreadable || !short {
        return None;
    }
    // A body of known size that is not there at once is a stream; it is not waited for.
    let bytes = body.collect().now_or_never()?.ok()?.to_bytes();
    let text = without_values(std::str::from_utf8(&bytes).ok()?.trim());
    (!text.is_empty()).then(|| text.to_owned())
}

fn error(
    status: StatusCode,
    headers: &mut HeaderMap,
    text: Option<String>,
    asked: &Asked,
    app: &App,
) -> RequestError {
    let message = text.unwrap_or_else(|| {
        status
            .canonical_reason()
            .unwrap_or("the request was refused")
            .to_lowercase()
    });
    match status.as_u16() {
        404 if !asked.matched => route_not_found(asked, app),
        405 => method_not_allowed(headers, asked, app),
        400 => RequestError::BadRequest { message },
        401 => RequestError::Unauthorized { message },
        403 => RequestError::AccessDenied { message },
        408 => RequestError::RequestTimeout { message },
        409 => RequestError::Conflict { message },
        413 => RequestError::ContentTooLarge { message },
        415 => RequestError::MediaTypeRefused { message },
        429 => RequestError::TooManyRequests {
            message,
            retry_after_s: wait(headers),
        },
        503 => RequestError::ServiceUnavailable {
            retry_after_s: wait(headers),
        },
        _ if status.is_client_error() => RequestError::RequestRefused { message },
        _ => RequestError::ServerFault,
    }
}

fn route_not_found(asked: &Asked, app: &App) -> RequestError {
    RequestError::RouteNotFound {
        method: asked.method.to_string(),
        path: path(asked),
        catalogue: app.catalogue_path.clone(),
    }
}

/// Sets `Allow` as well, each method once.
fn method_not_allowed(headers: &mut HeaderMap, asked: &Asked, app: &App) -> RequestError {
    if !headers.contains_key(header::ALLOW) {
        if let Some(allow) = app.probe.allow(&asked.method, &asked.uri) {
            headers.insert(header::ALLOW, allow);
        }
    }
    let allowed = allowed_once(headers);
    let joined = allowed.join(", ");
    if let Ok(value) = HeaderValue::from_str(&joined) {
        headers.insert(header::ALLOW, value);
    }
    let mut own = allowed
        .iter()
        .filter(|method| !matches!(method.as_str(), "HEAD" | "OPTIONS"));
    let only = own.next().filter(|_| own.next().is_none()).cloned();
    RequestError::MethodNotAllowed {
        method: asked.method.to_string(),
        path: path(asked),
        allowed: joined,
        only,
    }
}

fn allowed_once(headers: &HeaderMap) -> Vec<String> {
    let mut allowed: Vec<String> = Vec::new();
    for value in headers.get_all(header::ALLOW) {
        for method in value.to_str().unwrap_or_default().split(',').map(str::trim) {
            if !method.is_empty() && !allowed.iter().any(|seen| seen == method) {
                allowed.push(method.to_owned());
            }
        }
    }
    allowed
}

fn path(asked: &Asked) -> String {
    asked.uri.path().chars().take(MAX_PATH).collect()
}

/// The seconds of `Retry-After` (RFC 9110 §10.2.3), a date counted from now and rounded up.
fn wait(headers: &HeaderMap) -> u64 {
    let value = headers
        .get(header::RETRY_AFTER)
        .and_then(|value| value.to_str().ok());
    value
        .and_then(|value| seconds(value.trim()))
        .unwrap_or(DEFAULT_WAIT_S)
}

fn seconds(value: &str) -> Option<u64> {
    if let Ok(seconds) = value.parse() {
        return Some(seconds);
    }
    let date = httpdate::parse_http_date(value).ok()?;
    let wait = date.duration_since(SystemTime::now()).unwrap_or_default();
    Some(wait.as_secs() + u64::from(wait.subsec_nanos() > 0))
}
