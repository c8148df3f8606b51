//! A store that fails: nothing is acknowledged, and it goes on when it can.

use crate::feedback::exchange::{Service, with};
use crate::stores::place::Place;

on_every_database!(tables_that_are_gone_are_503_until_they_are_back);

/// The service takes a report that is new.
pub(crate) async fn expect_taken(service: &Service, session: &str) {
    let answer = service.post(report(session)).await;
    assert_eq!(answer.status, 202, "{}", answer.text());
}

/// The service refuses a report for now, and says nothing about its store.
pub(crate) async fn expect_unavailable(service: &Service, session: &str) {
    let refused = service.post(report(session)).await;
    assert_eq!(refused.status, 503, "{}", refused.text());
    assert_eq!(refused.code(), "unavailable");
    assert_eq!(refused.header("retry-after"), Some("5"));
    assert!(refused.header("link").is_some());
    for word in [
        "lock",
        "feedback.db",
        "read-only",
        "readonly",
        "table",
        "SQL",
    ] {
        assert!(!refused.text().contains(word), "{}", refused.text());
    }
}

fn report(session: &str) -> String {
    with(&format!(r#""session_id":"{session}""#))
}

async fn tables_that_are_gone_are_503_until_they_are_back(place: &Place) {
    let service = place.service().await;
    expect_taken(&service, "first").await;
    place
        .run_sql("ALTER TABLE feedback_records RENAME TO gone")
        .await;
    expect_unavailable(&service, "second").await;
    place
        .run_sql("ALTER TABLE gone RENAME TO feedback_records")
        .await;
    expect_taken(&service, "second").await;
    assert_eq!(service.records().await.len(), 2);
}
