//! What agents are told about obstacles that are known.

use afp_runtime::feedback::KnownIssues;
use afp_runtime::http::Inbox;
use serde_json::json;

use super::exchange::{MINIMAL, Service, with};

fn table(id: &str) -> KnownIssues {
    let rules = json!([{
        "match": {"types": ["bug"], "endpoint": "/orders/{id}/refund", "words": ["500"]},
        "issue": {"id": id, "title": "Refunds fail", "status": "in_progress",
            "url": "https://status.example.com/12", "workaround": "Refund by item."},
    }]);
    KnownIssues::from_json(&rules.to_string()).expect("a table")
}

#[tokio::test]
async fn a_known_issue_is_passed_on_with_the_acknowledgement() {
    let inbox = Inbox::memory().known_issues(table("ORD-12"));
    let running = inbox.issue_table();
    let service = Service::new(inbox);
    let about = with(r#""endpoint":"/orders/7/refund","session_id":"s""#);
    let expected = json!({"id": "ORD-12", "title": "Refunds fail", "status": "in_progress",
        "url": "https://status.example.com/12", "workaround": "Refund by item."});
    let answer = service.post(about.clone()).await;
    assert_eq!(answer.json()["known_issue"], expected);
    assert_eq!(
        service.post(about.clone()).await.json(),
        answer.json(),
        "the duplicate too"
    );
    assert!(
        service
            .post(MINIMAL)
            .await
            .json()
            .get("known_issue")
            .is_none()
    );
    running.replace(table("ORD-13"));
    assert_eq!(
        service.post(about).await.json()["known_issue"]["id"],
        "ORD-13"
    );
}
