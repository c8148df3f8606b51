use axum::extract::{OriginalUri, Request};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use percent_encoding::percent_decode_str;

use crate::errors::{RequestError, hash_bytes};
use crate::http::own_answer::OwnAnswer;
use crate::http::respond::respond;
use crate::http::scope;

/// Longest echo of a code that is not known, in characters.
const MAX_CODE: usize = 64;

/// How long a cache may go without asking: the catalogue changes with a new version of the API.
const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("public, max-age=300");

/// A JSON document that is served from memory.
#[derive(Debug, Clone)]
pub(in crate::http) struct Document {
    json: Bytes,
    tag: HeaderValue,
}

impl Document {
    pub(in crate::http) fn new(json: impl Into<Bytes>) -> Self {
        let json = json.into();
        let tag = format!("\"{:016x}\"", hash_bytes(&json));
        let tag = HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("\"0\""));
        Self { json, tag }
    }

    /// 304 for who has this very document (RFC 9110 §13.1.2).
    fn answer(&self, asked: &HeaderMap) -> Response {
        let mut answer = if self.is_known(asked) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let json = (
                header::CONTENT_TYPE,
                HeaderValue::from_static("application/json"),
            );
            ([json], self.json.clone()).into_response()
        };
        answer
            .headers_mut()
            .insert(header::CACHE_CONTROL, CACHE_CONTROL);
        answer.headers_mut().insert(header::ETAG, self.tag.clone());
        answer.extensions_mut().insert(OwnAnswer);
        answer
    }

    fn is_known(&self, asked: &HeaderMap) -> bool {
        asked.get_all(header::IF_NONE_MATCH).iter().any(|value| {
            let tags = value.to_str().unwrap_or_default().split(',').map(str::trim);
            tags.map(|known| known.strip_prefix("W/").unwrap_or(known))
                .any(|known| known == "*" || known.as_bytes() == self.tag.as_bytes())
        })
    }
}

/// `GET /api/errors`, with `?code=` one entry.
pub(in crate::http) async fn catalogue(request: Request) -> Response {
    let app = scope::current(|scope| scope.map(|scope| scope.app.clone()));
    // The route exists only inside of the layer that enters the scope.
    let Some(app) = app else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let Some(code) = code(&request) else {
        return app.list.answer(request.headers());
    };
    match app.catalogue.entry(&code) {
        Some(entry) => Document::new(entry).answer(request.headers()),
        None => respond(&code_not_found(&code, &request)),
    }
}

fn code(request: &Request) -> Option<String> {
    let query = request.uri().query()?;
    let value = query
        .split('&')
        .find_map(|pair| pair.strip_prefix("code="))?;
    Some(percent_decode_str(value).decode_utf8_lossy().into_owned())
}

fn code_not_found(code: &str, request: &Request) -> RequestError {
    let sent = request.extensions().get::<OriginalUri>();
    let catalogue = sent.map_or(request.uri(), |sent| &sent.0).path();
    RequestError::CodeNotFound {
        code: code.chars().take(MAX_CODE).collect(),
        catalogue: catalogue.to_owned(),
    }
}
