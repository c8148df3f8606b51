//! Failed answers that are no envelopes, made into envelopes.

mod allow;
mod text;
mod wait;

use axum::body::HttpBody as _;
use axum::response::Response;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};

use super::asked::Asked;
use crate::errors::RequestError;
use crate::http::install::App;
use crate::http::respond::respond_as;

/// Header fields that describe the body that goes.
const OF_THE_BODY: [HeaderName; 12] = [
    header::CONTENT_DISPOSITION,
    header::CONTENT_ENCODING,
    header::CONTENT_LANGUAGE,
    header::CONTENT_LENGTH,
    header::CONTENT_LOCATION,
    header::CONTENT_TYPE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    HeaderName::from_static("content-digest"),
    HeaderName::from_static("content-md5"),
    HeaderName::from_static("digest"),
    HeaderName::from_static("repr-digest"),
];

/// Validators: of the body that goes, but in a 412 of the resource (RFC 9110 §13.1).
const VALIDATORS: [HeaderName; 2] = [header::ETAG, header::LAST_MODIFIED];

/// Ranges: of the body that goes, but in a 416 of the resource (RFC 9110 §15.5.17).
const RANGES: [HeaderName; 2] = [header::ACCEPT_RANGES, header::CONTENT_RANGE];

/// The answer as an envelope when it is empty or plain text (or HTML, if so configured); any other
/// answer as it is. Its status and all header fields but those of the old body stay.
pub(super) fn wrap(mut answer: Response, asked: &Asked, app: &App) -> Response {
    let media_type = MediaType::of(answer.headers());
    let html = media_type == MediaType::Html;
    if html && app.wrap_html {
        // The same URL answers others with the envelope, or the page.
        answer
            .headers_mut()
            .append(header::VARY, HeaderValue::from_static("accept"));
    }
    let plain = matches!(media_type, MediaType::Absent | MediaType::PlainText);
    if !(plain || is_empty(&answer, asked) || html && !asked.takes_html) {
        return answer;
    }
    let (mut parts, body) = answer.into_parts();
    let text = text::read(parts.status, &parts.headers, body);
    let error = error(parts.status, &mut parts.headers, text, asked, app);
    remove_fields_of_the_body(parts.status, &mut parts.headers);
    let (own, body) = respond_as(&error, parts.status).into_parts();
    for (name, value) in &own.headers {
        parts.headers.entry(name).or_insert_with(|| value.clone());
    }
    Response::from_parts(parts, body)
}

/// An answer to HEAD that says how long its body would be has one.
fn is_empty(answer: &Response, asked: &Asked) -> bool {
    let length = answer.headers().get(header::CONTENT_LENGTH);
    let told = length.is_some_and(|length| length != "0");
    answer.body().size_hint().exact() == Some(0) && !(asked.method == Method::HEAD && told)
}

/// What the body is said to be, whatever the parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MediaType {
    Absent,
    PlainText,
    Html,
    /// Another one, or more than one.
    Other,
}

impl MediaType {
    fn of(headers: &HeaderMap) -> Self {
        let mut types = headers.get_all(header::CONTENT_TYPE).iter().map(Self::read);
        let Some(first) = types.next() else {
            return Self::Absent;
        };
        if types.all(|other| other == first) {
            first
        } else {
            Self::Other
        }
    }

    fn read(value: &HeaderValue) -> Self {
        let essence = value.as_bytes().split(|&byte| byte == b';').next();
        let essence = essence.unwrap_or_default().trim_ascii();
        if value.is_empty() {
            Self::Absent
        } else if essence.eq_ignore_ascii_case(b"text/plain") {
            Self::PlainText
        } else if essence.eq_ignore_ascii_case(b"text/html") {
            Self::Html
        } else {
            Self::Other
        }
    }
}

fn remove_fields_of_the_body(status: StatusCode, headers: &mut HeaderMap) {
    let stay: &[HeaderName] = match status {
        StatusCode::PRECONDITION_FAILED => &VALIDATORS,
        StatusCode::RANGE_NOT_SATISFIABLE => &RANGES,
        _ => &[],
    };
    for name in OF_THE_BODY.iter().chain(&VALIDATORS).chain(&RANGES) {
        if !stay.contains(name) {
            headers.remove(name);
        }
    }
}

fn error(
    status: StatusCode,
    headers: &mut HeaderMap,
    text: Option<String>,
    asked: &Asked,
    app: &App,
) -> RequestError {
    let routed = || asked.matched || app.probe.is_routed(&asked.method, &asked.uri);
    match status.as_u16() {
        404 if !routed() => return route_not_found(text, asked, app),
        405 => return allow::method_not_allowed(text, headers, asked, app),
        _ => {}
    }
    let message = text.unwrap_or_else(|| reason(status));
    match status.as_u16() {
        400 => RequestError::BadRequest { message },
        401 => RequestError::Unauthorized { message },
        403 => RequestError::AccessDenied { message },
        408 => RequestError::RequestTimeout { message },
        409 => RequestError::Conflict { message },
        413 => RequestError::ContentTooLarge { message },
        415 => RequestError::MediaTypeRefused { message },
        429 => RequestError::TooManyRequests {
            message,
            retry_after_s: wait::seconds(headers),
        },
        503 => RequestError::ServiceUnavailable {
            retry_after_s: wait::seconds(headers),
        },
        _ if status.is_client_error() => RequestError::RequestRefused { message },
        _ => RequestError::ServerFault,
    }
}

fn reason(status: StatusCode) -> String {
    status
        .canonical_reason()
        .unwrap_or("the request was refused")
        .to_lowercase()
}

fn route_not_found(text: Option<String>, asked: &Asked, app: &App) -> RequestError {
    let (method, path) = (asked.method_echo(), asked.path_echo());
    RequestError::RouteNotFound {
        message: text.unwrap_or_else(|| format!("no route for {method} {path}")),
        path,
        catalogue: asked.mounted(&app.catalogue_path),
    }
}
