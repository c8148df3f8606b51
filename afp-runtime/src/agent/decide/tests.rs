//! Decisions about the answers to one order.

use std::time::{Duration, SystemTime};

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use super::{Budget, History, Response, Step, decide};
use crate::agent::stop::Stop;
use crate::agent::{Request, RequestBuilder};

mod answers;
mod batches;
mod body;
mod context;
mod losses;
mod places;
mod redirects;
mod steps;
mod waits;

fn order() -> Request {
    Request::post("http://h/api/orders?sort=up&x=1")
        .json_bytes(r#"{"max":600,"items":[1,2,3,4,5],"note":"n"}"#)
        .build()
        .unwrap()
}

fn built(builder: RequestBuilder) -> Request {
    builder.build().unwrap()
}

/// 21 Oct 2015 07:28:00 GMT.
fn now() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_445_412_480)
}

fn answer(status: u16, body: &str, fields: &[(&str, &str)]) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static("application/json"));
    for (name, value) in fields {
        headers.insert(name.parse::<HeaderName>().unwrap(), value.parse().unwrap());
    }
    let status = StatusCode::from_u16(status).unwrap();
    Response {
        status,
        headers,
        body: Bytes::copy_from_slice(body.as_bytes()),
        received_at: now(),
    }
}

fn failed(action: &str, retryable: &str, more: &str) -> Response {
    let feedback = format!(r#"{{"action":"{action}","retryable":{retryable}{more}}}"#);
    answer(
        409,
        &format!(r#"{{"ok":false,"error":"e","code":"C","feedback":{feedback}}}"#),
        &[],
    )
}

fn suggests(action: &str, suggestion: &str) -> Response {
    failed(action, "true", &format!(r#","suggestion":{suggestion}"#))
}

fn after_sending(requests: &[&Request]) -> History {
    let mut history = History::default();
    for request in requests {
        history.sent(request);
    }
    history
}

#[track_caller]
fn step(request: &Request, response: &Response) -> Step {
    decide(
        request,
        response,
        &after_sending(&[request]),
        &Budget::default(),
    )
    .step
}

#[track_caller]
fn stop(request: &Request, response: &Response) -> Stop {
    match step(request, response) {
        Step::Stop(stop) => stop,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn resend(request: &Request, response: &Response) -> Request {
    match step(request, response) {
        Step::Resend(resend) => resend.request,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn wait(response: &Response) -> Duration {
    match step(&order(), response) {
        Step::Wait(wait) => wait,
        other => panic!("{other:?}"),
    }
}
