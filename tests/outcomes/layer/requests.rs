//! What the request and the settings decide.

use afp_runtime::{
    http::outcome::OutcomeContract,
    outcome::{Endpoint, Mode},
};
use axum::{Router, body::Body, http::Request, routing::get};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::{answer, is_instrumented, json_answer, through};
use crate::outcomes::{support::KEY, wire::contract};

#[tokio::test]
async fn paths_methods_and_modes_decide() {
    let json = || json_answer(b"{}");
    let off = contract().mode(Mode::Off);
    assert!(!is_instrumented(&through(&off, "/", json()).await));
    assert!(!is_instrumented(
        &through(&contract(), "/health", json()).await
    ));
    assert!(!is_instrumented(
        &through(&contract(), "/healthz?x=/orders", json()).await
    ));
    let narrow = contract()
        .include("/api/**")
        .unwrap()
        .exclude("/api/private/**")
        .unwrap();
    assert!(is_instrumented(
        &through(&narrow, "/api/orders?q=/api/private/", json()).await
    ));
    assert!(!is_instrumented(
        &through(&narrow, "/api/private/x", json()).await
    ));
    assert!(!is_instrumented(&through(&narrow, "/orders", json()).await));
    let ask = through(&contract().mode(Mode::Ask), "/", json()).await;
    let value: Value = serde_json::from_slice(ask.body()).unwrap();
    assert_eq!(
        (
            &value["_agentFeedback"]["mode"],
            &value["_agentFeedback"]["requested"]
        ),
        (&json!("ask"), &json!(false))
    );
    let hal = answer(&[("content-type", "application/hal+json")], b"{}");
    assert!(!is_instrumented(
        &through(&contract(), "/", hal.clone()).await
    ));
    assert!(is_instrumented(
        &through(&contract().include_json_suffix(), "/", hal).await
    ));
}

#[tokio::test]
async fn extractors_can_not_fail_a_response() {
    let contract = OutcomeContract::new(KEY, Endpoint::new("https://collector.example").unwrap())
        .unwrap()
        .customer_ref(|_| panic!("no account"))
        .session_ref(|_| Some("not a reference!".to_owned()))
        .runtime_hint(|_| None);
    assert!(is_instrumented(
        &through(&contract, "/", json_answer(b"{}")).await
    ));
}

#[tokio::test]
async fn in_a_nested_router_patterns_see_the_whole_path() {
    let contract = contract().include("/api/orders/**").unwrap();
    let handler = || async { ([("content-type", "application/json")], "{}") };
    let nested = Router::new()
        .route("/orders/{id}", get(handler))
        .layer(contract);
    let app = Router::new().nest("/api", nested);
    let request = Request::get("/api/orders/7").body(Body::empty()).unwrap();
    let body = app
        .oneshot(request)
        .await
        .unwrap()
        .into_body()
        .collect()
        .await
        .unwrap()
        .to_bytes();
    assert!(String::from_utf8_lossy(&body).contains("afr2_"));
}
