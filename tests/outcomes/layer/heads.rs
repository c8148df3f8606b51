//! What the head of a response decides, and what becomes of it.

use axum::http::HeaderName;

use super::{answer, is_instrumented, through};
use crate::outcomes::wire::contract;

#[tokio::test]
async fn heads_that_close_a_response_are_respected() {
    let json = ("content-type", "application/json");
    for headers in [
        vec![],
        vec![("content-type", "text/plain")],
        vec![json, json],
        vec![json, ("content-range", "bytes 0-6/7")],
        vec![json, ("cache-control", "public, max-age=60")],
        vec![json, ("cache-control", "s-maxage=60")],
        vec![json, ("cache-control", "max-age=1, immutable")],
        vec![json, ("cdn-cache-control", "max-age=60")],
        vec![json, ("agent-feedback", "x")],
    ] {
        let sent = answer(&headers, br#"{"a":1}"#);
        let response = through(&contract(), "/", sent.clone()).await;
        assert_eq!(response.body(), &br#"{"a":1}"#[..], "{headers:?}");
        assert_eq!(response.headers(), sent.headers(), "{headers:?}");
    }
}

#[tokio::test]
async fn sharing_ends_only_by_choice() {
    let sent = answer(
        &[
            ("content-type", "application/json"),
            ("cache-control", "public, max-age=60"),
            ("cdn-cache-control", "max-age=60"),
        ],
        b"{}",
    );
    let response = through(&contract().include_shared(), "/", sent).await;
    assert!(is_instrumented(&response));
    assert_eq!(response.headers()["cache-control"], "private, no-store");
    assert!(!response.headers().contains_key("cdn-cache-control"));
}

#[tokio::test]
async fn a_changed_body_loses_what_described_the_old_one() {
    let describing = [
        ("etag", "\"1\""),
        ("last-modified", "Mon, 01 Jan 2024 00:00:00 GMT"),
        ("content-md5", "x"),
        ("digest", "sha-256=x"),
        ("content-digest", "sha-256=:x:"),
        ("repr-digest", "sha-256=:x:"),
        ("accept-ranges", "bytes"),
        ("expires", "Mon, 01 Jan 2024 00:00:00 GMT"),
        ("age", "5"),
        ("x-accel-expires", "5"),
        ("cache-control", "max-age=5"),
    ];
    let mut headers = vec![
        ("content-type", "application/json"),
        ("x-request-id", "7"),
        ("vary", "accept"),
    ];
    headers.extend(describing);
    let response = through(&contract(), "/", answer(&headers, b"{\"a\":1}")).await;
    let mut left: Vec<_> = response.headers().keys().map(HeaderName::as_str).collect();
    left.sort_unstable();
    assert_eq!(
        left,
        ["cache-control", "content-type", "vary", "x-request-id"]
    );
}
