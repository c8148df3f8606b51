//! The routes of a collector.

use std::sync::Arc;

use afp_runtime::{
    http::outcome::OutcomeCollector,
    outcome::{Endpoint, ProductKey, Signer},
    store::{MemoryOutcomes, OutcomeStore},
};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::{
    support::{Answer, KEY, Served, serve},
    tokens::{good_token, key, now},
};

async fn collector() -> (Arc<MemoryOutcomes>, Served) {
    let store = Arc::new(MemoryOutcomes::new());
    store.add_product_key("orders", &key(), None).await.unwrap();
    let endpoint = Endpoint::new("https://collector.example").unwrap();
    let served = serve(OutcomeCollector::new(store.clone(), &endpoint).router()).await;
    (store, served)
}

async fn review(served: &Served, token: &str, body: &str) -> Answer {
    let bearer = format!("Bearer {token}");
    let headers = [
        ("content-type", "application/json"),
        ("authorization", &bearer),
    ];
    served
        .request("POST", "/api/v2/outcomes", &headers, body.as_bytes())
        .await
}

async fn telemetry(served: &Served, key: &str, body: &Value) -> Answer {
    let bearer = format!("Bearer {key}");
    let headers = [
        ("content-type", "application/json"),
        ("authorization", &bearer),
    ];
    served
        .request(
            "POST",
            "/api/v2/telemetry/batches",
            &headers,
            body.to_string().as_bytes(),
        )
        .await
}

fn event(id: &str) -> Value {
    json!({
        "interactionId": id,
        "surface": "http_json",
        "operation": "/orders/{id}",
        "classification": "unclassified",
        "occurredAt": "2024-05-06T14:53:20.000Z",
        "statusCode": 200,
        "durationMs": 1.5,
    })
}

const GOOD: &str = r#"{"outcome":"partial","note":"  found it, late  "}"#;

#[tokio::test]
async fn the_first_review_is_kept_and_answered_ever_after() {
    let (store, served) = collector().await;
    let token = good_token();
    let first = review(&served, &token, GOOD).await;
    assert_eq!(first.status, 200);
    assert_eq!(first.header("cache-control"), Some("private, no-store"));
    assert_eq!(first.header("access-control-allow-origin"), Some("*"));
    let mut body = first.json();
    assert_eq!(body["interactionId"], body["review"]["interactionId"]);
    for pointer in [
        "/interactionId",
        "/review/interactionId",
        "/review/id",
        "/review/createdAt",
    ] {
        *body.pointer_mut(pointer).unwrap() = json!("X");
    }
    assert_eq!(
        body,
        json!({ "accepted": true, "interactionId": "X", "review": {
            "id": "X", "interactionId": "X", "outcome": "partial", "note": "found it, late",
            "source": "customer_agent", "createdAt": "X",
        }})
    );
    let second = review(
        &served,
        &token,
        r#"{"outcome":"failure","note":"changed my mind"}"#,
    )
    .await;
    assert_eq!((second.status, second.json()), (200, first.json()));
    assert_eq!(store.latest_reviews(10).await.unwrap().len(), 1);
}

#[tokio::test]
async fn what_is_wrong_with_a_submission_has_a_status() {
    let (_, served) = collector().await;
    let long = format!(r#"{{"outcome":"success","note":"{}"}}"#, "x".repeat(501));
    let secret = format!(r#"{{"outcome":"success","note":"my key is {KEY}"}}"#);
    for (body, code) in [
        ("", "invalid_json"),
        ("{", "invalid_json"),
        ("[]", "invalid_review"),
        (r#"{"outcome":"success"}"#, "invalid_review"),
        (
            r#"{"outcome":"success","note":"long enough","mood":1}"#,
            "invalid_review",
        ),
        (
            r#"{"outcome":"great","note":"long enough"}"#,
            "invalid_review",
        ),
        (
            r#"{"outcome":"success","note":"   short  "}"#,
            "invalid_review",
        ),
        (
            r#"{"outcome":"success","note":"a\u0000bcdefghij"}"#,
            "invalid_review",
        ),
        (&long, "invalid_review"),
        (&secret, "invalid_review"),
    ] {
        let answer = review(&served, &good_token(), body).await;
        assert_eq!(answer.status, 400, "{body}");
        assert_eq!(answer.json()["error"]["code"], code, "{body}");
        assert!(!answer.text().contains("af_live_"), "nothing is echoed");
    }
    let bearer = format!("Bearer {}", good_token());
    for (content_type, encoding, status) in [
        ("text/plain", "identity", 415),
        ("application/json", "gzip", 415),
        ("application/json", "identity", 200),
    ] {
        let headers = [
            ("content-type", content_type),
            ("content-encoding", encoding),
            ("authorization", &bearer),
        ];
        let answer = served
            .request("POST", "/api/v2/outcomes", &headers, GOOD.as_bytes())
            .await;
        assert_eq!(answer.status, status, "{content_type} {encoding}");
    }
    let answer = review(&served, &good_token(), &" ".repeat(8193)).await;
    assert_eq!(
        (answer.status, answer.json()["error"]["code"].as_str()),
        (413, Some("payload_too_large"))
    );
    let answer = served.get("/api/v2/outcomes").await;
    assert_eq!(
        (answer.status, answer.json()["error"]["code"].as_str()),
        (405, Some("method_not_allowed"))
    );
    assert_eq!(answer.header("allow"), Some("POST,OPTIONS"));
}

#[tokio::test]
async fn a_body_without_a_length_is_bounded_too() {
    let (_, served) = collector().await;
    let mut sent = format!(
        "POST /api/v2/outcomes HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\
         content-type: application/json\r\nauthorization: Bearer {}\r\n\r\n",
        good_token()
    );
    for _ in 0..20 {
        sent.push_str(&format!("400\r\n{}\r\n", " ".repeat(1024)));
    }
    sent.push_str("0\r\n\r\n");
    let raw = super::support::exchange(served.address, sent.as_bytes()).await;
    assert!(
        raw.starts_with(b"HTTP/1.1 413"),
        "{}",
        String::from_utf8_lossy(&raw)
    );
}

#[tokio::test]
async fn any_origin_may_post() {
    let (_, served) = collector().await;
    let headers = [
        ("origin", "https://agent.example"),
        ("access-control-request-method", "POST"),
        (
            "access-control-request-headers",
            "authorization, content-type",
        ),
    ];
    let answer = served
        .request("OPTIONS", "/api/v2/outcomes", &headers, b"")
        .await;
    assert_eq!(answer.status, 204);
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    assert_eq!(answer.header("access-control-allow-methods"), Some("POST"));
    assert_eq!(
        answer.header("access-control-allow-headers"),
        Some("authorization, content-type")
    );
    let refused = review(&served, "x", GOOD).await;
    assert_eq!(
        refused.header("access-control-allow-origin"),
        Some("*"),
        "refusals can be read, too"
    );
}

#[tokio::test]
async fn the_collector_describes_itself() {
    let (_, served) = collector().await;
    insta::assert_json_snapshot!(
        served
            .get("/.well-known/agent-feedback-v1.json")
            .await
            .json()
    );
}

#[tokio::test]
async fn a_product_that_does_not_collect_is_gone() {
    let (store, served) = collector().await;
    store.set_collecting("orders", false).await.unwrap();
    assert_eq!(review(&served, &good_token(), GOOD).await.status, 410);
    let batch = json!({ "events": [event("018f1f2e-7b4a-7c12-9c8d-123456789abc")] });
    let answer = telemetry(&served, KEY, &batch).await;
    assert_eq!(
        (answer.status, answer.json()),
        (202, json!({ "accepted": 0, "dropped": 1 }))
    );
    store.set_collecting("orders", true).await.unwrap();
    assert_eq!(review(&served, &good_token(), GOOD).await.status, 200);
}

#[tokio::test]
async fn keys_can_be_revoked_and_expire() {
    let (store, served) = collector().await;
    let past = Timestamp::now() - SignedDuration::from_secs(1);
    assert!(
        store
            .expire_product_key(key().id(), Some(past))
            .await
            .unwrap()
    );
    assert_eq!(review(&served, &good_token(), GOOD).await.status, 401);
    assert_eq!(telemetry(&served, KEY, &json!({})).await.status, 401);
    assert!(store.expire_product_key(key().id(), None).await.unwrap());
    assert_eq!(review(&served, &good_token(), GOOD).await.status, 200);
    assert!(store.revoke_product_key(key().id()).await.unwrap());
    assert!(
        !store.revoke_product_key(key().id()).await.unwrap(),
        "once is enough"
    );
    assert_eq!(review(&served, &good_token(), GOOD).await.status, 401);
}

#[tokio::test]
async fn an_interaction_belongs_to_the_product_that_came_first() {
    let (store, served) = collector().await;
    let other = store.create_product_key("shop", None).await.unwrap();
    let mine = Signer::new(&key()).sign(&[7; 34], now());
    let theirs = Signer::new(&other).sign(&[7; 34], now());
    assert_eq!(mine.interaction_id(), theirs.interaction_id());
    let id = mine.interaction_id().to_string();
    let answer = telemetry(&served, KEY, &json!({ "events": [event(&id)] })).await;
    assert_eq!(answer.json(), json!({ "accepted": 1, "dropped": 0 }));
    let answer = review(&served, theirs.token(), GOOD).await;
    assert_eq!(
        (answer.status, answer.json()["error"]["code"].as_str()),
        (409, Some("interaction_of_another_product"))
    );
    let answer = telemetry(&served, other.expose(), &json!({ "events": [event(&id)] })).await;
    assert_eq!(answer.json(), json!({ "accepted": 0, "dropped": 1 }));
    assert_eq!(review(&served, mine.token(), GOOD).await.status, 200);
    let reviews = store.latest_reviews(10).await.unwrap();
    assert_eq!(reviews[0].event.as_ref().unwrap().operation, "/orders/{id}");
}

#[tokio::test]
async fn a_review_may_come_before_its_telemetry() {
    let (store, served) = collector().await;
    let capability = Signer::new(&key()).sign(&[8; 34], now());
    assert_eq!(review(&served, capability.token(), GOOD).await.status, 200);
    assert!(store.latest_reviews(10).await.unwrap()[0].event.is_none());
    let batch = json!({ "events": [event(&capability.interaction_id().to_string())] });
    for _ in 0..2 {
        let answer = telemetry(&served, KEY, &batch).await;
        assert_eq!(
            (answer.status, answer.json()),
            (202, json!({ "accepted": 1, "dropped": 0 }))
        );
    }
    assert!(store.latest_reviews(10).await.unwrap()[0].event.is_some());
}

#[tokio::test]
async fn a_batch_has_1_to_100_events_of_the_protocol() {
    let (_, served) = collector().await;
    let events = |count: usize| -> Value {
        let ids = (0..count).map(|_| event(&uuid::Uuid::new_v4().to_string()));
        json!({ "events": ids.collect::<Vec<_>>() })
    };
    assert_eq!(telemetry(&served, KEY, &events(100)).await.status, 202);
    let changed = |member: &str, value: Value| {
        let mut batch = events(2);
        batch["events"][1][member] = value;
        batch
    };
    for batch in [
        json!({}),
        json!([]),
        events(0),
        events(101),
        changed("path", json!("/orders/7")),
        changed("operation", json!("")),
        changed("surface", json!("carrier_pigeon")),
        changed("statusCode", json!(42)),
        changed("statusCode", Value::Null),
        changed("durationMs", Value::Null),
        changed("sessionSource", Value::Null),
        changed("runtimeHint", Value::Null),
        changed("customerRef", json!("jane@example.test")),
        changed("interactionId", json!("7")),
        changed("occurredAt", json!("yesterday")),
        changed("classification", json!("confirmed")),
    ] {
        let answer = telemetry(&served, KEY, &batch).await;
        assert_eq!(
            (answer.status, answer.json()["error"]["code"].as_str()),
            (400, Some("invalid_events")),
            "{batch}"
        );
    }
    let answer = telemetry(&served, KEY, &changed("statusCode", json!(42))).await;
    assert_eq!(
        answer.json()["error"]["message"],
        "events[1]: statusCode is 100 to 599"
    );
    for wrong in [
        "x",
        &KEY.replace("conformance", "conformances"),
        &good_token(),
    ] {
        assert_eq!(telemetry(&served, wrong, &events(1)).await.status, 401);
    }
    let other = ProductKey::from_entropy(&[9; 40]);
    assert_eq!(
        telemetry(&served, other.expose(), &events(1)).await.status,
        401
    );
}
