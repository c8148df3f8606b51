//! How often a report is sent, and when it is given up.

use std::time::{Duration, Instant};

use afp_runtime::agent::{FeedbackClient, FeedbackFailure};
use axum::Router;

use super::{ACK, Script, answer, client, failure, report, submit, with};
use crate::delivery::loopback::{Loopback, dead_url};

#[tokio::test]
async fn it_tries_again_once_and_only_when_that_can_help() {
    for (status, requests) in [
        (400, 1),
        (401, 1),
        (413, 1),
        (415, 1),
        (404, 1),
        (429, 2),
        (500, 2),
        (503, 2),
    ] {
        let (script, server) = Script::serve(move |request, _| match request.path.as_str() {
            "/feedback" => with(status, "retry-after", "0"),
            _ => answer(404, ""),
        })
        .await;
        let failed = failure(&server).await;
        assert!(
            matches!(failed, FeedbackFailure::Refused { status: given, .. } if given == status),
            "{failed}"
        );
        assert_eq!(script.posts().len(), requests, "{status}");
    }
}

#[tokio::test]
async fn the_second_attempt_waits_as_asked_but_not_for_long() {
    let (script, server) = Script::serve(|request, posts| match (request.path.as_str(), posts) {
        ("/feedback", 1) => with(429, "retry-after", "1"),
        ("/feedback", _) => answer(202, ACK),
        _ => answer(404, ""),
    })
    .await;
    let started = Instant::now();
    submit(&server).await.unwrap();
    assert!(started.elapsed() >= Duration::from_millis(990));
    let posts = script.posts();
    assert_eq!(posts[0].body, posts[1].body);
    let (script, server) = Script::serve(|_, _| with(503, "retry-after", "277403")).await;
    let failed = failure(&server).await;
    let asked = Some(Duration::from_secs(277_403));
    assert!(matches!(failed, FeedbackFailure::Refused { retry_after, .. } if retry_after == asked));
    assert_eq!(script.posts().len(), 1);
}

#[tokio::test]
async fn a_report_that_fails_fails_nothing_else() {
    for url in [dead_url().await, "http://127.0.0.1:1".into()] {
        let client = FeedbackClient::builder(&url).build().unwrap();
        assert_eq!(client.report(report()).await, None);
    }
    let (_script, server) = Script::serve(|_, _| answer(202, "x".repeat(100_000))).await;
    let failed = failure(&server).await;
    assert!(
        matches!(failed, FeedbackFailure::NoAnswer { .. }),
        "{failed}"
    );
    let (_script, server) = Script::serve(|_, _| answer(200, "<html>")).await;
    let failed = failure(&server).await;
    assert!(
        matches!(failed, FeedbackFailure::NotAnAcknowledgement { .. }),
        "{failed}"
    );
}

#[tokio::test]
async fn a_hanging_service_is_given_up() {
    let hang = || async { std::future::pending::<()>().await };
    let server = Loopback::serve(Router::new().fallback(hang)).await;
    let client = client(&server)
        .timeout(Duration::from_millis(200))
        .build()
        .unwrap();
    let started = Instant::now();
    let failure = client.submit(report()).await.unwrap_err();
    assert!(
        matches!(failure, FeedbackFailure::NoAnswer { .. }),
        "{failure}"
    );
    assert!(started.elapsed() < Duration::from_secs(2));
}
