//! What kind of answer came.

use http::StatusCode;
use http::header::CONTENT_TYPE;
use serde::de::IgnoredAny;

use super::{Failure, Request, Response, Stop};
use crate::agent::members::Members;
use crate::agent::shown::shown;

pub(super) enum Reply {
    Answer,
    Redirect,
    Failure(Box<Failure>),
    Foreign(Stop),
}

impl Reply {
    pub(super) fn read(request: &Request, response: &Response) -> Self {
        let status = response.status;
        let kind = ContentType::of(response);
        if is_redirect(status) {
            return Self::Redirect;
        }
        let failure = kind
            .may_be_json()
            .then(|| Failure::read(&response.body))
            .flatten();
        match failure {
            Some(failure) if !status.is_success() || says_not_ok(&response.body) => {
                Self::Failure(Box::new(failure))
            }
            _ if status.is_success() && answers(request, response, &kind) => Self::Answer,
            _ if status == StatusCode::NOT_MODIFIED && request.is_conditional() => Self::Answer,
            _ => Self::Foreign(Stop::NotAnEnvelope {
                status: status.as_u16(),
                content_type: kind.0.map(shown),
            }),
        }
    }
}

/// 304 is no redirect: it has no `Location`.
fn is_redirect(status: StatusCode) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308)
}

fn says_not_ok(body: &[u8]) -> bool {
    let ok = Members::parse(body).and_then(|members| Some(members.get("ok")?.get() == "false"));
    ok.unwrap_or(false)
}

/// Whether a 2xx is the answer: nothing, whole JSON, or another type that the caller's `Accept`
/// names. A caller without an `Accept` takes every type but a page, which is what a login, a
/// gateway or a captive portal puts in place of an answer.
fn answers(request: &Request, response: &Response, kind: &ContentType<'_>) -> bool {
    if response.body.is_empty() || kind.0.is_some_and(|kind| asked_for(request, kind)) {
        return true;
    }
    match kind.0.filter(|kind| !is_json(kind)) {
        None => serde_json::from_slice::<IgnoredAny>(&response.body).is_ok(),
        Some(kind) => request.accepts().next().is_none() && !is_page(kind),
    }
}

fn is_page(kind: &str) -> bool {
    matches!(&*essence(kind), "text/html" | "application/xhtml+xml")
}

fn asked_for(request: &Request, kind: &str) -> bool {
    let essence = essence(kind);
    request.accepts().map(self::essence).any(|range| {
        let of_type = range.strip_suffix("/*").zip(essence.split_once('/'));
        range != "application/json"
            && (range == "*/*" || range == essence || of_type.is_some_and(|(t, (e, _))| t == e))
    })
}

fn essence(media_type: &str) -> String {
    let essence = media_type.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

struct ContentType<'a>(Option<&'a str>);

impl<'a> ContentType<'a> {
    fn of(response: &'a Response) -> Self {
        let value = response.headers.get(CONTENT_TYPE);
        Self(value.map(|value| value.to_str().unwrap_or("unreadable")))
    }

    /// Without a content type the bytes decide.
    fn may_be_json(&self) -> bool {
        self.0.is_none_or(is_json)
    }
}

/// `application/json` and `application/*+json`, whatever the parameters.
pub(in crate::agent) fn is_json(media_type: &str) -> bool {
    let essence = essence(media_type);
    essence == "application/json"
        || essence.starts_with("application/") && essence.ends_with("+json")
}
