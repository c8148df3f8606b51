//! What is in a body, and what becomes of it.

use afp_runtime::outcome::{Mode, Texts, splice::find_contract_element};
use axum::http::{HeaderValue, Response};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use bytes::Bytes;
use http_body_util::Full;
use serde_json::Value;

use super::{answer, is_instrumented, json_answer, through};
use crate::outcomes::{pages, support::check_contract, wire::contract};

#[tokio::test]
async fn every_byte_of_an_object_stays_as_it_was() {
    for body in [
        &br#"{}"#[..],
        b" { } \r\n",
        br#"{"b":1,"a":1.50,"a":2,"n":123456789012345678901234567890,"e":1E+2,"u":"\u00e9\/"}"#,
        "{\n  \"é\": \"\u{2028}\",\n  \"x\": [ ]\n}\n".as_bytes(),
    ] {
        let response = through(&contract(), "/", json_answer(body)).await;
        let text = response.body();
        let end = body.iter().rposition(|byte| *byte == b'}').unwrap();
        let added = text.len() - body.len();
        assert_eq!([&text[..end], &text[end + added..]].concat(), body);
        let value: Value = serde_json::from_slice(text).unwrap();
        check_contract(value["_agentFeedback"].to_string().as_bytes());
    }
}

#[tokio::test]
async fn other_json_values_get_headers_beside_what_is_there() {
    for body in [
        &b"[1,{\"_agentFeedback\":2}]"[..],
        b"\"x\"",
        b"7",
        b"true",
        b"null",
        b" [] ",
    ] {
        let sent = answer(
            &[
                ("content-type", "application/json"),
                ("link", "</p2>; rel=\"next\""),
                ("etag", "\"1\""),
            ],
            body,
        );
        let response = through(&contract(), "/", sent).await;
        assert_eq!(response.body(), body);
        let links: Vec<_> = response.headers().get_all("link").iter().collect();
        assert_eq!(links.len(), 2);
        assert_eq!(response.headers()["etag"], "\"1\"", "the body is the same");
        assert_eq!(response.headers()["cache-control"], "private, no-store");
        let header = response.headers()["agent-feedback"].to_str().unwrap();
        check_contract(&URL_SAFE_NO_PAD.decode(header).unwrap());
    }
}

#[tokio::test]
async fn what_is_not_json_or_has_a_contract_is_left_alone() {
    for body in [
        &b""[..],
        b"{",
        b"{\"a\":01}",
        b"{}{}",
        b"\xef\xbb\xbf{}",
        b"{\"a\":\"\xff\"}",
        br#"{"_agentFeedback":null}"#,
        br#"{"a":1,"\u005fagentFeedback":null}"#,
    ] {
        let sent = json_answer(body);
        let response = through(&contract(), "/", sent.clone()).await;
        assert_eq!(response.body(), body);
        assert_eq!(response.headers(), sent.headers());
    }
}

#[tokio::test]
async fn pages_get_an_element_and_texts_survive_it() {
    let nasty = "</script><b id=x> <!--<script> \u{2028} $1 $& $name é";
    let texts = Texts::of(Mode::Auto).instruction(nasty).note(nasty);
    let contract = contract().texts(texts).unwrap();
    let page = "<html><head><title>x</title></head><body><p>rest</p></body></html>";
    let sent = answer(
        &[("content-type", "text/html; charset=utf-8")],
        page.as_bytes(),
    );
    let response = through(&contract, "/", sent).await;
    let range = find_contract_element(response.body()).unwrap();
    let read = check_contract(&response.body()[range]);
    assert_eq!((read.instruction(), read.note_guidance()), (nasty, nasty));
    let (scripts, ids) = pages::scripts(response.body(), true);
    assert_eq!((scripts.len(), ids), (1, 1));
    assert_eq!(pages::count_id(response.body(), "x"), 0);
    assert!(String::from_utf8_lossy(response.body()).ends_with("<body><p>rest</p></body></html>"));
}

#[tokio::test]
async fn pages_without_a_place_get_headers() {
    let sent = answer(&[("content-type", "text/html")], b"<p>x<!-- and no end");
    let response = through(&contract(), "/", sent).await;
    assert_eq!(response.body(), &b"<p>x<!-- and no end"[..]);
    assert!(response.headers().contains_key("agent-feedback"));
}

#[tokio::test]
async fn bodies_over_the_bound_pass_unread() {
    let contract = contract().max_body(10);
    assert!(is_instrumented(
        &through(&contract, "/", json_answer(b"{\"a\":1234}")).await
    ));
    assert!(!is_instrumented(
        &through(&contract, "/", json_answer(b"{\"a\":12345}")).await
    ));
}

#[tokio::test]
async fn long_bodies_are_spliced_like_short_ones() {
    let long = format!("{{\"a\":\"{}\"}}\n", "x".repeat(200_000));
    let mut response = Response::new(Full::new(Bytes::from(long.clone())));
    response
        .headers_mut()
        .insert("content-type", HeaderValue::from_static("application/json"));
    let response = through(&contract(), "/", response).await;
    let value: Value = serde_json::from_slice(response.body()).unwrap();
    check_contract(value["_agentFeedback"].to_string().as_bytes());
    assert!(
        response
            .body()
            .starts_with(&long.as_bytes()[..long.len() - 2])
    );
    assert!(response.body().ends_with(b"}}\n"));
}
