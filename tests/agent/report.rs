//! What an agent reports when it stops.

use afp_runtime::agent::{Agent, Credential, FeedbackClient, Stopped};
use serde_json::{Value, json};

use super::clock::TestClock;
use super::server::{Reply, Seen, Server, envelope};
use crate::service::Orders;

const GOAL: &str = "Buy ten units for the customer";
const LINK: &str = "Link: </report>; rel=\"agent-feedback\"";

fn service(failure: Reply) -> impl Fn(&Seen, usize) -> Reply + Send + Sync {
    move |seen, _| match seen.target.as_str() {
        "/report" => {
            let at = "2026-11-29T00:00:00.000Z";
            Reply::json(
                202,
                &json!({"id": "fb_1", "status": "accepted", "received_at": at}),
            )
        }
        _ => failure.clone().with(LINK),
    }
}

async fn stopped(server: &Server) -> Stopped {
    let agent = Agent::builder(&server.url)
        .clock(TestClock::new())
        .build()
        .unwrap();
    let request = agent
        .post("/orders/{id}")
        .path("id", 7)
        .query("key", "s3cret");
    agent
        .call(request.json(&json!({"a": 1})))
        .await
        .unwrap_err()
}

async fn reported(failure: Reply) -> Seen {
    let server = Server::start(service(failure)).await;
    let stopped = stopped(&server).await;
    let client = FeedbackClient::builder(&server.url)
        .session_id("s-1")
        .build()
        .unwrap();
    let receipt = client.report_stopped(&stopped, GOAL).await.unwrap();
    assert_eq!(receipt.id, "fb_1");
    server.seen().pop().unwrap()
}

#[tokio::test]
async fn a_report_says_what_happened() {
    let refused = Reply::envelope(422, "no_action_possible", false, Value::Null);
    let seen = reported(refused.with("X-Request-Id: r-1")).await;
    let mut report = seen.json();
    report["metadata"]["trace"]["took"] = json!(0);
    insta::assert_json_snapshot!("report", report);
}

#[tokio::test]
async fn every_kind_of_end_makes_a_valid_report() {
    let html = "Content-Type: text/html\r\n";
    for (failure, kind) in [
        (
            Reply::Answer(502, html.into(), b"<h1>Bad</h1>".to_vec()),
            "unexpected_response",
        ),
        (
            Reply::Answer(500, String::new(), vec![0xff; 50]),
            "unexpected_response",
        ),
        (
            Reply::envelope(503, "wait_and_retry", true, json!({"retry_after_s": 9999})),
            "performance",
        ),
        (
            Reply::envelope(409, "dance\u{1b}", true, Value::Null),
            "unhelpful_error",
        ),
    ] {
        assert_eq!(reported(failure).await.json()["type"], kind);
    }
}

#[tokio::test]
async fn secrets_do_not_leave_in_a_report() {
    let mut refused = envelope("no_action_possible", false, Value::Null);
    refused["error"] = json!("token=4f9a1c77aa is wrong, Authorization: Bearer abcdef0123456789");
    let sent = String::from_utf8(reported(Reply::json(422, &refused)).await.body).unwrap();
    for secret in ["4f9a1c77aa", "abcdef0123456789", "s3cret"] {
        assert!(!sent.contains(secret), "{sent}");
    }
    assert!(sent.contains("[REDACTED]"));
}

#[tokio::test]
async fn a_long_story_is_cut_to_what_every_service_takes() {
    for text in ["\u{1}", "ü", "x"] {
        let mut refused = envelope("no_action_possible", false, Value::Null);
        refused["error"] = json!(text.repeat(50_000));
        refused["feedback"]["expected"] = json!(text.repeat(50_000));
        let sent = reported(Reply::json(422, &refused)).await.body;
        assert!(sent.len() <= 16_384, "{}", sent.len());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_service_takes_the_report() {
    let orders = tokio::task::spawn_blocking(|| Orders::start(&[]))
        .await
        .unwrap();
    let agent = Agent::builder(&orders.url)
        .credential(Credential::bearer("demo-key").unwrap())
        .build()
        .unwrap();
    let stopped = agent
        .call(agent.post("/api/ledger/close").json(&json!({})))
        .await
        .unwrap_err();
    let client = FeedbackClient::builder(&orders.url)
        .bearer("demo-key")
        .build()
        .unwrap();
    let receipt = client
        .report_stopped(&stopped, "Close the books of November")
        .await
        .unwrap();
    assert!(receipt.id.starts_with("fb_"));
}
