//! The framework's own endpoints in an application whose answers carry contracts.

use std::sync::Arc;

use afp_runtime::{
    errors::StarterError,
    http::{Afp, Collector, Inbox, outcome::OutcomeCollector},
    outcome::Endpoint,
    registry,
    store::{MemoryOutcomes, MemoryStore, OutcomeStore as _},
};
use axum::{Json, Router, routing::get};
use serde_json::json;

use crate::outcomes::{
    support::{Answer, KEY, Served, check_contract, serve},
    tokens::{good_token, key},
    wire::contract,
};

const SUBMISSION: &str = r#"{"type":"bug","goal":"g","message":"m"}"#;
const REVIEW: &str = r#"{"outcome":"success","note":"it went well"}"#;

/// A record as a service forwards it.
const RECORDS: &str = r#"{"records":[{"id":"fb_00000000000000000000000001",
    "received_at":"2026-09-21T14:13:20.005Z","feedback":{"type":"bug","goal":"g","message":"m"}}]}"#;

const EVENTS: &str = r#"{"events":[{"interactionId":"0f0e0d0c-0b0a-4908-8706-050403020100",
    "surface":"http_json","operation":"/orders","classification":"unclassified",
    "occurredAt":"2026-09-21T14:13:20.005Z"}]}"#;

/// Every endpoint of ours, below paths that nothing leaves out.
async fn own_endpoints() -> Router {
    let feedback = Collector::new(Arc::new(MemoryStore::new().unwrap()));
    let feedback = feedback.await.unwrap().open().router();
    let store = Arc::new(MemoryOutcomes::new());
    store.add_product_key("orders", &key(), None).await.unwrap();
    let endpoint = Endpoint::new("https://collector.example").unwrap();
    let reviews: Router = OutcomeCollector::new(store, &endpoint).router();
    let inner = Afp::new(registry![StarterError])
        .docs_base("https://api.example.com/errors")
        .install(Router::new());
    Router::new()
        .nest("/collector", feedback)
        .nest("/reviews", reviews)
        .nest("/inbox", Inbox::memory().router())
        .merge(Inbox::memory().path("/reports").router())
        .nest("/inner", inner)
}

/// A 2xx of each.
async fn answers(served: &Served, prefix: &str) -> Vec<(String, Answer)> {
    let capability = format!("Bearer {}", good_token());
    let product = format!("Bearer {KEY}");
    let mut answers = Vec::new();
    for (method, path, authorization, body) in [
        ("POST", "/collector/v1/records", "", RECORDS),
        ("GET", "/collector/v1/records", "", ""),
        ("GET", "/collector/v1/summary", "", ""),
        ("GET", "/collector/healthz", "", ""),
        ("POST", "/reviews/api/v2/outcomes", &*capability, REVIEW),
        (
            "POST",
            "/reviews/api/v2/telemetry/batches",
            &*product,
            EVENTS,
        ),
        ("GET", "/reviews/.well-known/agent-feedback-v1.json", "", ""),
        ("POST", "/inbox/feedback", "", SUBMISSION),
        ("GET", "/inbox/.well-known/agent-feedback", "", ""),
        ("POST", "/reports", "", SUBMISSION),
        ("GET", "/inner/api/errors", "", ""),
        ("GET", "/inner/api/errors?code=NOT_FOUND", "", ""),
    ] {
        let path = format!("{prefix}{path}");
        let mut headers = vec![("content-type", "application/json")];
        if !authorization.is_empty() {
            headers.push(("authorization", authorization));
        }
        let answer = served
            .request(method, &path, &headers, body.as_bytes())
            .await;
        assert!(
            (200..300).contains(&answer.status),
            "{method} {path}: {} {}",
            answer.status,
            answer.text()
        );
        answers.push((path, answer));
    }
    answers
}

#[track_caller]
fn assert_no_contracts(answers: &[(String, Answer)]) {
    for (path, answer) in answers {
        assert!(!answer.text().contains("_agentFeedback"), "{path}");
        assert_eq!(answer.header("agent-feedback"), None, "{path}");
    }
}

fn orders() -> Router {
    Router::new().route("/orders", get(|| async { Json(json!({ "total": 7 })) }))
}

#[tokio::test]
async fn no_endpoint_of_ours_carries_a_contract_wherever_it_is_mounted() {
    let app = Router::new()
        .merge(own_endpoints().await)
        .nest("/deep/down", own_endpoints().await)
        .merge(orders())
        .layer(contract().include_shared());
    let served = serve(app).await;
    for prefix in ["", "/deep/down"] {
        assert_no_contracts(&answers(&served, prefix).await);
    }
    let order = served.get("/orders").await.json();
    check_contract(order["_agentFeedback"].to_string().as_bytes());
}

#[tokio::test]
async fn installed_contracts_leave_them_alone_too() {
    let app = Afp::new(registry![StarterError])
        .docs_base("https://api.example.com/errors")
        .outcomes(contract().include_shared())
        .install(own_endpoints().await.merge(orders()));
    let served = serve(app).await;
    assert_no_contracts(&answers(&served, "").await);
    let order = served.get("/orders").await.json();
    check_contract(order["_agentFeedback"].to_string().as_bytes());
}
