//! The receiving side.

use std::sync::Arc;

use afp_runtime::feedback::KnownIssues;
use afp_runtime::http::{Collector, CollectorError};
use afp_runtime::store::MemoryStore;
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

async fn collector() -> Collector {
    let store = Arc::new(MemoryStore::new().unwrap());
    let collector = Collector::new(store).await.unwrap();
    collector.ingest_key("ingest").admin_key("admin")
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    json: Value,
}

async fn send(app: &Router, request: Request<Body>) -> Answer {
    let response = app.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    Answer {
        status: parts.status,
        headers: parts.headers,
        json: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
    }
}

async fn post(app: &Router, body: impl Into<Body>) -> Answer {
    let request = Request::post("/v1/records")
        .header("content-type", "application/json")
        .header("authorization", "Bearer ingest");
    send(app, request.body(body.into()).unwrap()).await
}

async fn get(app: &Router, path: &str) -> Answer {
    let request = Request::get(path).header("authorization", "Bearer admin");
    send(app, request.body(Body::empty()).unwrap()).await
}

fn record(id: &str, goal: &str) -> Value {
    json!({
        "id": id,
        "received_at": "2026-09-21T14:13:20.005Z",
        "service": "orders",
        "account": "acct_1",
        "source": "http",
        "feedback": {"type": "bug", "goal": goal, "message": "m", "session_id": "s",
            "endpoint": "/orders", "outcome": "blocked"},
    })
}

fn statuses(answer: &Answer) -> Vec<&str> {
    let results = answer.json["results"].as_array().unwrap();
    results
        .iter()
        .map(|result| result["status"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn each_record_has_its_own_result_in_order() {
    let app = collector().await.router();
    let records = json!({"records": [
        record("a", "one"),
        {"id": "b", "received_at": "x", "feedback": {"type": "bug", "goal": 1}},
        record("c", "two"),
        record("a", "another"),
        record("d", "one"),
        "no object",
    ]});
    let answer = post(&app, records.to_string()).await;
    assert_eq!(answer.status, 200);
    let expected = [
        "accepted",
        "rejected",
        "accepted",
        "duplicate",
        "duplicate",
        "rejected",
    ];
    assert_eq!(statuses(&answer), expected);
    let results = &answer.json["results"];
    let ids: Vec<&str> = (0..6)
        .map(|at| results[at]["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["a", "b", "c", "a", "d", ""]);
    let error = &results[1]["error"];
    assert_eq!(error["code"], "invalid_feedback");
    let paths: Vec<&str> = error["details"]
        .as_array()
        .unwrap()
        .iter()
        .map(|detail| detail["path"].as_str().unwrap())
        .collect();
    assert_eq!(paths, ["feedback.message", "feedback.goal", "received_at"]);
    assert_eq!(get(&app, "/v1/summary").await.json["total"], 2);
}

#[tokio::test]
async fn a_bad_envelope_is_refused_as_a_whole() {
    let app = collector().await.router();
    let many: Vec<Value> = (0..101).map(|n| record(&n.to_string(), "g")).collect();
    for (body, code) in [
        ("{".to_owned(), "invalid_json"),
        (r#"{"records":[],"records":[]}"#.to_owned(), "invalid_json"),
        ("[]".to_owned(), "invalid_feedback"),
        ("{}".to_owned(), "invalid_feedback"),
        (r#"{"records":{}}"#.to_owned(), "invalid_feedback"),
        (r#"{"records":[]}"#.to_owned(), "invalid_feedback"),
        (
            json!({"records": [record("a", "g")], "extra": 1}).to_string(),
            "invalid_feedback",
        ),
        (json!({ "records": many }).to_string(), "invalid_feedback"),
    ] {
        let answer = post(&app, body.clone()).await;
        assert_eq!(answer.status, 400, "{body}");
        assert_eq!(answer.json["error"]["code"], code, "{body}");
    }
    assert_eq!(post(&app, vec![b' '; (4 << 20) + 1]).await.status, 413);
    let request = Request::post("/v1/records").header("authorization", "Bearer ingest");
    let request = request
        .header("content-type", "text/plain")
        .body(Body::from("{}"));
    assert_eq!(send(&app, request.unwrap()).await.status, 415);
    assert_eq!(get(&app, "/v1/summary").await.json["total"], 0);
}

#[tokio::test]
async fn each_key_opens_its_own_door() {
    let app = collector().await.router();
    let request = |method: &str, path: &str, key: &str| {
        let request = Request::builder().method(method).uri(path);
        let request = request.header("content-type", "application/json");
        let request = request.header("authorization", format!("Bearer {key}"));
        request.body(Body::from("{}")).unwrap()
    };
    for (method, path, key) in [
        ("POST", "/v1/records", "admin"),
        ("POST", "/v1/records", ""),
        ("GET", "/v1/records", "ingest"),
        ("GET", "/v1/summary", "ingest"),
    ] {
        let answer = send(&app, request(method, path, key)).await;
        assert_eq!(answer.status, 401, "{method} {path}");
        assert_eq!(answer.headers["www-authenticate"], "Bearer");
        assert_eq!(answer.json["error"]["code"], "unauthorized");
    }
    assert_eq!(send(&app, request("GET", "/healthz", "")).await.status, 200);
    let wrong = send(&app, request("DELETE", "/v1/records", "admin")).await;
    assert_eq!(
        (wrong.status, wrong.headers["allow"].to_str().unwrap()),
        (StatusCode::METHOD_NOT_ALLOWED, "GET, HEAD, POST")
    );
}

#[tokio::test]
async fn keys_are_needed_unless_it_is_open() {
    let store = Arc::new(MemoryStore::new().unwrap());
    let bare = Collector::new(store).await.unwrap();
    let refused = bare.clone().ingest_key("k").try_router().unwrap_err();
    assert_eq!(refused, CollectorError::MissingKey("admin"));
    let refused = bare
        .clone()
        .ingest_key("")
        .admin_key("a")
        .try_router()
        .unwrap_err();
    assert_eq!(refused, CollectorError::InvalidKey("ingest"));
    let app = bare.open().router();
    let body = json!({"records": [record("a", "g")]}).to_string();
    let request = Request::post("/v1/records").header("content-type", "application/json");
    let answer = send(&app, request.body(Body::from(body)).unwrap()).await;
    assert_eq!(statuses(&answer), ["accepted"]);
    let request = Request::get("/v1/records").body(Body::empty());
    assert_eq!(
        send(&app, request.unwrap()).await.json["records"][0]["id"],
        "a"
    );
}

#[tokio::test]
async fn lists_are_narrowed_paged_and_compared_as_instants() {
    let app = collector().await.router();
    let mut records = Vec::new();
    for hour in 10..20 {
        let mut record = record(&format!("r{hour}"), &format!("g{hour}"));
        record["received_at"] = format!("2026-09-21T{hour}:00:00+02:00").into();
        record["service"] = if hour % 2 == 0 { "even" } else { "odd" }.into();
        records.push(record);
    }
    assert_eq!(
        post(&app, json!({ "records": records }).to_string())
            .await
            .status,
        200
    );
    let ids = |answer: &Answer| -> Vec<String> {
        let records = answer.json["records"].as_array().unwrap();
        records
            .iter()
            .map(|record| record["id"].as_str().unwrap().to_owned())
            .collect()
    };
    let since = get(
        &app,
        "/v1/records?since=2026-09-21T16:00:00Z&type=bug&endpoint=/orders",
    )
    .await;
    assert_eq!(ids(&since), ["r19", "r18"]);
    for written in ["2026-09-21T20:00:00+04:00", "2026-09-21T20:00:00%2B04:00"] {
        let since = get(&app, &format!("/v1/records?since={written}&limit=")).await;
        assert_eq!(ids(&since), ["r19", "r18"]);
    }
    let first = get(&app, "/v1/records?service=even&limit=2").await;
    assert_eq!(ids(&first), ["r18", "r16"]);
    let next = first.json["next"].as_str().unwrap();
    let second = get(
        &app,
        &format!("/v1/records?service=even&limit=2&after={next}"),
    )
    .await;
    assert_eq!(ids(&second), ["r14", "r12"]);
    assert_eq!(ids(&get(&app, "/v1/records?type=other").await), [""; 0]);
    for wrong in [
        "type=bugs",
        "since=now",
        "limit=0",
        "limit=x",
        "after=1",
        "sort=id",
    ] {
        let answer = get(&app, &format!("/v1/records?{wrong}")).await;
        assert_eq!(
            (answer.status, &answer.json["error"]["code"]),
            (StatusCode::BAD_REQUEST, &json!("invalid_query")),
            "{wrong}"
        );
    }
}

#[tokio::test]
async fn the_summary_counts() {
    let app = collector().await.router();
    let mut other = record("b", "two");
    other["account"] = "acct_2".into();
    other["feedback"]["outcome"] = "completed".into();
    let body = json!({"records": [record("a", "one"), other, record("a", "one")]});
    post(&app, body.to_string()).await;
    let summary = get(&app, "/v1/summary").await.json;
    assert_eq!(
        summary,
        json!({
            "total": 2, "duplicates": 1, "accounts": 2,
            "by_type": {"missing_capability": 0, "bug": 2, "unclear_documentation": 0,
                "unexpected_response": 0, "unhelpful_error": 0, "performance": 0, "other": 0},
            "by_endpoint": [{"endpoint": "/orders", "count": 2, "blocked": 1}],
        })
    );
}

#[tokio::test]
async fn known_issues_stand_beside_the_records_they_are_about() {
    let table = r#"[{"match":{"words":["refund"]},
        "issue":{"id":"ORD-12","title":"Refunds fail","status":"planned"}}]"#;
    let issues = KnownIssues::from_json(table).unwrap();
    let app = collector().await.known_issues(issues).router();
    let body = json!({"records": [record("a", "a refund"), record("b", "a return")]});
    let results = post(&app, body.to_string()).await.json["results"].clone();
    assert_eq!(results[0]["known_issue"]["id"], "ORD-12");
    assert_eq!(results[1].get("known_issue"), None);
}
