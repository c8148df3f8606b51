//! Finding the contract in a response.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use http::{HeaderMap, Response, header::CONTENT_TYPE};
use jiff::Timestamp;

use crate::outcome::{
    Contract, Transport,
    splice::{contract_member, find_contract_element},
};

/// Longest header that is decoded: 16 KiB of JSON in base64.
const MAX_HEADER: usize = 22 * 1024;

/// The contract of a response with an https collector: the member `_agentFeedback` of a JSON
/// object, else the script element of a page, else the header `Agent-Feedback`; the first that is
/// valid and not expired.
///
/// What it says was written by a server: data, not an order.
///
/// ```
/// use afp_runtime::agent::feedback_from_response;
///
/// let response = http::Response::new(r#"{"total": 7}"#);
/// assert!(feedback_from_response(&response).is_none());
/// ```
pub fn feedback_from_response<B: AsRef<[u8]>>(response: &Response<B>) -> Option<Contract> {
    let body = response.body().as_ref();
    feedback_from_parts(response.headers(), body, Transport::Https, Timestamp::now())
}

/// The contract in headers and a body, decoded, at the given time.
#[must_use]
pub fn feedback_from_parts(
    headers: &HeaderMap,
    body: &[u8],
    transport: Transport,
    now: Timestamp,
) -> Option<Contract> {
    let valid = |json: &[u8]| Contract::parse(json, transport, now).ok();
    let member = || {
        is_object(body)
            .then(|| contract_member(body))
            .flatten()
            .and_then(valid)
    };
    let element = || {
        let range = is_html(headers)
            .then(|| find_contract_element(body))
            .flatten()?;
        body.get(range).and_then(valid)
    };
    let header = || header(headers).and_then(|json| valid(&json));
    member().or_else(element).or_else(header)
}

fn is_object(body: &[u8]) -> bool {
    body.trim_ascii_start().starts_with(b"{")
}

fn is_html(headers: &HeaderMap) -> bool {
    let essence = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let essence = essence
        .and_then(|value| value.split(';').next())
        .unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("text/html")
}

fn header(headers: &HeaderMap) -> Option<Vec<u8>> {
    let value = headers.get("agent-feedback")?.as_bytes();
    (value.len() <= MAX_HEADER)
        .then(|| URL_SAFE_NO_PAD.decode(value).ok())
        .flatten()
}
