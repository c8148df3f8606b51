//! The example service, as its callers see it.

use std::fmt::Write as _;

use reqwest::Method;
use serde_json::Value;

use crate::service::Orders;

/// Method, path, body; `{items:N}` stands for a list of N items.
const CALLS: &[(&str, &str, &str)] = &[
    (
        "POST",
        "/api/orders/quote",
        r#"{"productId":"p1","side":"buy","quantity":2,"maxPricePerUnit":600,"customerId":"c1"}"#,
    ),
    (
        "POST",
        "/api/orders/quote",
        r#"{"productId":"p1","side":"sell","quantity":2,"maxPricePerUnit":606,"customerId":"c1"}"#,
    ),
    ("POST", "/api/notes", r#"{"slug":"welcome"}"#),
    ("POST", "/api/notes", r#"{"slug":"welcome-2"}"#),
    ("POST", "/api/notes", r#"{"slug":"welcome-2"}"#),
    ("POST", "/api/things", "{}"),
    ("POST", "/api/things", r#"{"name":"a chair"}"#),
    ("GET", "/api/things/1", ""),
    ("GET", "/api/things/99999", ""),
    ("POST", "/api/items/bulk", "{items:26}"),
    ("POST", "/api/items/bulk", "{items:25}"),
    ("GET", "/api/items", ""),
    ("GET", "/api/reports/r1", ""),
    ("GET", "/api/reports/r1", ""),
    ("POST", "/api/exports", ""),
    ("POST", "/api/exports", ""),
    (
        "POST",
        "/api/payouts",
        r#"{"address":"test:abcdefgh","network":"main","amount":5}"#,
    ),
    (
        "POST",
        "/api/payouts",
        r#"{"address":"main:abcdefgh","network":"main","amount":5}"#,
    ),
    (
        "POST",
        "/api/payouts",
        r#"{"address":"main:abcdefgh","network":"main","amount":1001}"#,
    ),
    (
        "POST",
        "/api/payouts",
        r#"{"address":"main:abc","network":"main","amount":1}"#,
    ),
    ("POST", "/api/search", r#"{"query":"chairs"}"#),
    ("POST", "/api/search", r#"{"query":"chairs","q":"chairs"}"#),
    ("POST", "/api/search", "{}"),
    ("POST", "/api/schedule", r#"{"date":"31/12/2026"}"#),
    ("POST", "/api/schedule", r#"{"date":"2026-12-31"}"#),
    ("POST", "/api/schedule", r#"{"date":"31/02/2026"}"#),
    ("GET", "/api/account", ""),
    ("POST", "/api/shipments", "{}"),
    ("POST", "/api/ledger/close", ""),
    ("POST", "/api/admin/flags", ""),
    ("DELETE", "/api/orders/7", ""),
    ("GET", "/api/crash", ""),
    ("GET", "/api/crash?feedback=none", ""),
    ("PUT", "/api/notes", ""),
    ("GET", "/api/nope", ""),
];

#[tokio::test]
async fn every_route_answers_as_its_table_says() {
    let orders = Orders::start(&[]);
    let client = reqwest::Client::new();
    let mut transcript = String::new();
    for &(method, path, body) in CALLS {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let mut request = client.request(method.clone(), format!("{}{path}", orders.url));
        if !body.is_empty() {
            request = request
                .header("content-type", "application/json")
                .body(expand(body));
        }
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        let text = response.text().await.unwrap();
        assert!(!text.contains("correct-horse"));
        let answer: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(answer["ok"], status < 400);
        // The contract of a success is new each time.
        let shown = match text.split_once(",\"_agentFeedback\":") {
            Some((own, _)) => format!("{own}}}"),
            None => text,
        };
        writeln!(transcript, "{method} {path} {body}\n{status} {shown}\n").unwrap();
    }
    insta::assert_snapshot!(transcript);
}

fn expand(body: &str) -> String {
    let Some(count) = body
        .strip_prefix("{items:")
        .and_then(|rest| rest.strip_suffix('}'))
    else {
        return body.to_owned();
    };
    let items: Vec<Value> = (0..count.parse().unwrap())
        .map(|n: u64| serde_json::json!({ "n": n }))
        .collect();
    serde_json::json!({ "items": items }).to_string()
}

#[tokio::test]
async fn credentials_decide_between_three_answers() {
    let orders = Orders::start(&[]);
    let client = reqwest::Client::new();
    let url = format!("{}/api/account", orders.url);
    for (credential, status, code) in [
        (None, 401, "MISSING_AUTH"),
        (Some("Basic ZGVtbw=="), 401, "MISSING_AUTH"),
        (Some("Bearer wrong"), 401, "INVALID_KEY"),
        (Some("Bearer demo-key"), 200, ""),
    ] {
        let mut request = client.get(&url);
        if let Some(credential) = credential {
            request = request.header("authorization", credential);
        }
        let response = request.send().await.unwrap();
        assert_eq!(response.status().as_u16(), status);
        assert_eq!(
            response.headers().contains_key("www-authenticate"),
            status == 401
        );
        let answer: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
        assert_eq!(answer["code"].as_str().unwrap_or_default(), code);
    }
}

#[tokio::test]
async fn a_credential_inside_of_a_text_is_not_echoed() {
    let orders = Orders::start(&[]);
    let client = reqwest::Client::new();
    for (path, body) in [
        ("notes", r#""{\"password\":\"hunter2\"}""#),
        ("notes", r#""password: hunter2""#),
        (
            "orders/quote",
            r#"{"quantity":"{\"api_key\":\"hunter2\"}"}"#,
        ),
        ("orders/quote", r#"{"quantity":"password=hunter2"}"#),
        ("orders/quote", r#"{"password=hunter2":1}"#),
        ("orders/quote", r#"{"side":"authorization: hunter2"}"#),
        ("notes", r#"{"password":"!!@@##" "slug":1}"#),
    ] {
        let request = client.post(format!("{}/api/{path}", orders.url));
        let request = request
            .header("content-type", "application/json")
            .body(body);
        let text = request.send().await.unwrap().text().await.unwrap();
        let answer: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(answer["ok"], false, "{body}");
        assert!(
            !text.contains("hunter2") && !text.contains("!!@@"),
            "{body}: {text}"
        );
    }
}

#[tokio::test]
async fn a_collector_s_answers_carry_no_contract() {
    let orders = Orders::start(&["--serve-collector", "k"]);
    for path in ["healthz", "v1/summary"] {
        let url = format!("{}/collector/{path}", orders.url);
        let answer = reqwest::Client::new()
            .get(url)
            .bearer_auth("k")
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 200);
        assert!(!answer.text().await.unwrap().contains("_agentFeedback"));
    }
}
