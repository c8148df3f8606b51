//! Headers of an instrumented response (protocol 3 §4).

use bytes::Bytes;
use http::{
    HeaderMap, HeaderName, HeaderValue,
    header::{CACHE_CONTROL, CONTENT_LENGTH, LINK},
};

use crate::outcome::Endpoint;

/// Carries the contract where the body can't.
pub(super) const AGENT_FEEDBACK: HeaderName = HeaderName::from_static("agent-feedback");

/// Longest value of [`AGENT_FEEDBACK`]; clients and proxies refuse longer heads.
pub(super) const MAX_HEADER: usize = 8 * 1024;

/// Ends sharing: the body or the head holds a capability for one caller. Whatever tells a shared
/// cache otherwise goes.
pub(super) fn keep_private(headers: &mut HeaderMap) {
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    remove(headers, tells_shared_caches);
}

/// Drops what described the body before it changed, and sets its length where one was said.
pub(super) fn describe_changed_body(headers: &mut HeaderMap, length: usize) {
    remove(headers, describes_the_old_body);
    if headers.contains_key(CONTENT_LENGTH) {
        headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
    }
}

/// Puts the contract into the head. `None` if it is too long for one.
pub(super) fn carry_contract(
    headers: &mut HeaderMap,
    contract: String,
    link: &HeaderValue,
) -> Option<()> {
    if contract.len() > MAX_HEADER {
        return None;
    }
    let value = HeaderValue::from_maybe_shared(Bytes::from(contract)).ok()?;
    headers.insert(AGENT_FEEDBACK, value);
    headers.append(LINK, link.clone());
    Some(())
}

/// The value of `Link` that names the collector's discovery.
pub(super) fn discovery_link(endpoint: &Endpoint) -> Option<HeaderValue> {
    let url = endpoint.discovery_url();
    let text = format!("<{url}>; rel=\"agent-feedback\"; type=\"application/json\"");
    HeaderValue::try_from(text).ok()
}

fn remove(headers: &mut HeaderMap, unwanted: fn(&str) -> bool) {
    while let Some(name) = headers.keys().find(|name| unwanted(name.as_str())).cloned() {
        headers.remove(name);
    }
}

fn describes_the_old_body(name: &str) -> bool {
    matches!(
        name,
        "etag"
            | "last-modified"
            | "content-md5"
            | "digest"
            | "content-digest"
            | "repr-digest"
            | "accept-ranges"
    )
}

fn tells_shared_caches(name: &str) -> bool {
    matches!(
        name,
        "expires"
            | "age"
            | "pragma"
            | "cdn-cache-control"
            | "surrogate-control"
            | "surrogate-key"
            | "cloudflare-cdn-cache-control"
            | "vercel-cdn-cache-control"
            | "netlify-cdn-cache-control"
            | "x-accel-expires"
            | "edge-control"
    )
}
