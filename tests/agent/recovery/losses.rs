//! Answers that never came, and the keys that make it safe to ask again.

use std::time::Duration;

use afp_runtime::agent::{Agent, Budget, Stop};
use serde_json::json;

use super::super::clock::TestClock;
use super::super::server::{Reply, Server};
use super::{ok, wait};

#[tokio::test]
async fn a_lost_answer_is_fetched_again_only_with_a_key() {
    let server = Server::script([Reply::Cut, ok()]).await;
    let agent = Agent::builder(&server.url)
        .clock(TestClock::new())
        .build()
        .unwrap();
    let body = json!({"amount": 5});
    let stopped = agent
        .call(agent.post("/pay").json(&body))
        .await
        .unwrap_err();
    assert!(matches!(stopped.reason(), Stop::OutcomeUnknown { .. }));
    assert_eq!(server.seen().len(), 1);

    let server = Server::script([Reply::Cut, ok()]).await;
    let agent = Agent::builder(&server.url)
        .clock(TestClock::new())
        .build()
        .unwrap();
    let request = agent.post("/pay").json(&body).idempotency_key("k-1");
    agent.call(request).await.unwrap();
    let seen = server.seen();
    assert_eq!(seen.len(), 2);
    assert_eq!(seen[0].body, seen[1].body);
    for seen in seen {
        assert_eq!(seen.header("idempotency-key"), Some("k-1"));
    }
}

#[tokio::test]
async fn an_unknown_outcome_is_said_whatever_ends_the_call() {
    let server = Server::start(|_, _| Reply::Cut).await;
    let budgets = [
        Budget {
            requests: 1,
            ..Budget::default()
        },
        Budget {
            time: Duration::from_millis(200),
            ..Budget::default()
        },
        Budget {
            losses: 0,
            ..Budget::default()
        },
        Budget::default(),
    ];
    for budget in budgets {
        let agent = Agent::builder(&server.url)
            .clock(TestClock::new())
            .budget(budget.clone())
            .build()
            .unwrap();
        let keyed = agent.post("/pay").idempotency_key("k");
        let stopped = agent.call(keyed).await.unwrap_err();
        assert_eq!(stopped.reason().as_str(), "outcome unknown", "{budget:?}");
        let stopped = agent.call(agent.get("/x")).await.unwrap_err();
        assert_ne!(stopped.reason().as_str(), "outcome unknown", "{budget:?}");
    }

    let agent = Agent::new(&server.url).unwrap();
    let cancel = tokio::time::sleep(Duration::from_millis(100));
    let keyed = agent.post("/pay").idempotency_key("k");
    let stopped = agent.call_until(keyed, cancel).await.unwrap_err();
    let outcome_unknown = true;
    assert_eq!(
        *stopped.reason(),
        Stop::Cancelled { outcome_unknown },
        "while it waits to resend"
    );
}

#[tokio::test]
async fn a_key_is_kept_while_the_payload_is() {
    let merge = Reply::envelope(409, "retry_with_suggestion", true, json!({"a": 2}));
    let now = wait(json!({"retry_after_s": 0}));
    let server = Server::script([now.clone(), merge, now, ok()]).await;
    let agent = Agent::new(&server.url).unwrap();
    let request = agent.post("/x").json(&json!({"a": 1})).idempotency_key("k");
    agent.call(request).await.unwrap();
    let keys: Vec<_> = server
        .seen()
        .iter()
        .map(|seen| seen.header("idempotency-key").unwrap().to_owned())
        .collect();
    assert_eq!(keys, ["k", "k", "k.m1", "k.m1"]);
}
