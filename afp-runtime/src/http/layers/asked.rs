use axum::extract::{MatchedPath, OriginalUri, Request};
use http::{HeaderMap, Method, Uri, header};
use percent_encoding::percent_decode_str;

use crate::http::install::App;

/// Longest echo of a request's path, in characters.
const MAX_PATH: usize = 200;

/// Longest echo of a request's method, in characters.
const MAX_METHOD: usize = 32;

/// What is known of a request once it is gone.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) method: Method,
    /// Below the router that the layer is installed on.
    pub(super) uri: Uri,
    /// As it was sent, where that router is nested in another.
    original: Option<Uri>,
    /// Whether axum named the route. It does not for nested services.
    pub(super) matched: bool,
    /// Whether an answer in HTML stays: by configuration, or since the caller takes HTML.
    pub(super) takes_html: bool,
}

impl Asked {
    pub(super) fn of(request: &Request, app: &App) -> Self {
        let uri = request.uri();
        let original = request
            .extensions()
            .get::<OriginalUri>()
            .map(|original| &original.0);
        Self {
            method: request.method().clone(),
            original: original
                .filter(|original| original.path() != uri.path())
                .cloned(),
            uri: uri.clone(),
            matched: request.extensions().get::<MatchedPath>().is_some(),
            takes_html: !app.wrap_html || takes_html(request.headers()),
        }
    }

    /// The path as it was sent, cut for an echo; the authority of a CONNECT.
    pub(super) fn path_echo(&self) -> String {
        let uri = self.original.as_ref().unwrap_or(&self.uri);
        let shown = match uri.authority() {
            Some(authority) if self.method == Method::CONNECT => authority.as_str(),
            _ => uri.path(),
        };
        shown.chars().take(MAX_PATH).collect()
    }

    pub(super) fn method_echo(&self) -> String {
        self.method.as_str().chars().take(MAX_METHOD).collect()
    }

    /// Where a path of the installed router is found by the caller.
    pub(super) fn mounted(&self, path: &str) -> String {
        let original = self.original.as_ref().map(Uri::path);
        let mount = original.and_then(|original| original.strip_suffix(self.uri.path()));
        format!("{}{path}", mount.unwrap_or_default())
    }
}

/// Whether the query asks for the short form.
pub(super) fn asks_for_short_form(uri: &Uri) -> bool {
    const SHORT: &str = "feedback=none";
    let is_short = |pair: &str| {
        pair == SHORT || pair.contains('%') && percent_decode_str(pair).eq(SHORT.bytes())
    };
    uri.query()
        .is_some_and(|query| query.split('&').any(is_short))
}

/// Whether `Accept` names HTML with a weight above 0 (RFC 9110 §12.5.1).
fn takes_html(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter();
    let accepted = accepted.filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|range| {
        let mut parts = range.split(';').map(str::trim);
        let html = parts
            .next()
            .is_some_and(|range| range.eq_ignore_ascii_case("text/html"));
        let weight = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
        html && weight
            .and_then(|weight| weight.trim().parse().ok())
            .unwrap_or(1.0_f32)
            > 0.0
    })
}
