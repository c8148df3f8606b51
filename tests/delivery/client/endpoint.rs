//! Where a report is sent.

use afp_runtime::agent::{FeedbackClient, FeedbackFailure};
use axum::http::HeaderMap;
use http::StatusCode;
use serde_json::{Value, json};
use url::Url;

use super::{ACK, Script, Seen, answer, client, failure, plain, report, submit, with};

#[tokio::test]
async fn without_any_hint_it_posts_below_the_base() {
    let (script, server) = Script::serve(|request, posts| {
        let moved = Seen {
            path: request.path.replace("/v2", ""),
            ..request.clone()
        };
        plain(&moved, posts)
    })
    .await;
    let base = format!("{}/v2/", server.url);
    let client = FeedbackClient::builder(&base)
        .bearer("key")
        .agent("buyer", "m-2")
        .session_id("task-7")
        .build()
        .unwrap();
    assert_eq!(client.submit(report()).await.unwrap().id, "fb_1");
    client.submit(report().request_id("r")).await.unwrap();
    let paths: Vec<String> = script
        .seen()
        .iter()
        .map(|seen| format!("{} {}", seen.method, seen.path))
        .collect();
    assert_eq!(
        paths,
        [
            "GET /.well-known/agent-feedback",
            "POST /v2/feedback",
            "POST /v2/feedback"
        ]
    );
    let seen = &script.posts()[0];
    assert_eq!(seen.authorization.as_deref(), Some("Bearer key"));
    let body: Value = serde_json::from_str(&seen.body).unwrap();
    assert_eq!(
        body,
        json!({"type": "bug", "goal": "Refund order 7", "message": "The refund answered 500.",
        "agent": {"name": "buyer", "model": "m-2"}, "session_id": "task-7"})
    );
}

#[tokio::test]
async fn discovery_names_the_endpoint_and_its_limit() {
    let (script, server) = Script::serve(|request, _| match request.path.as_str() {
        "/.well-known/agent-feedback" => answer(200, r#"{"spec_version":"0.1","endpoint":"/report","types":[],"max_bytes":200,"auth":"none"}"#),
        "/report" => answer(202, ACK),
        _ => answer(404, ""),
    }).await;
    let client = client(&server).build().unwrap();
    client.submit(report()).await.unwrap();
    assert_eq!(script.posts()[0].path, "/report");
    let long = report().expected("x".repeat(200));
    let failure = client.submit(long).await.unwrap_err();
    assert!(
        matches!(failure, FeedbackFailure::TooLarge { limit: 200, .. }),
        "{failure}"
    );
    assert_eq!(script.posts().len(), 1);
}

#[tokio::test]
async fn an_endpoint_on_another_origin_is_not_used_unless_it_was_allowed() {
    let (other, elsewhere) = Script::serve(plain).await;
    for named in [
        format!("{}/feedback", elsewhere.url),
        "https://feedback.example.com@evil.test/".into(),
        "//evil.test/".into(),
    ] {
        let document = json!({"spec_version": "0.1", "endpoint": named}).to_string();
        let (script, server) = Script::serve(move |request, _| match request.path.as_str() {
            "/.well-known/agent-feedback" => answer(200, document.clone()),
            "/feedback" => answer(202, ACK),
            _ => answer(404, ""),
        })
        .await;
        let client = client(&server)
            .allow_host("feedback.example.com")
            .build()
            .unwrap();
        let url = Url::parse(&server.url).unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(
            "link",
            format!("<{named}>; rel=\"agent-feedback\"")
                .parse()
                .unwrap(),
        );
        client.observe(&url, StatusCode::NOT_FOUND, &headers);
        client.submit(report()).await.unwrap();
        assert_eq!(script.posts()[0].path, "/feedback");
    }
    assert!(other.seen().is_empty());
    let explicit = FeedbackClient::builder("https://api.example.com").endpoint(&elsewhere.url);
    assert!(explicit.build().is_err(), "plain http to another origin");
}

#[tokio::test]
async fn the_link_of_a_failure_counts_and_that_of_a_success_does_not() {
    let (script, server) = Script::serve(|request, _| match request.path.as_str() {
        "/linked" => answer(202, ACK),
        _ => answer(404, ""),
    })
    .await;
    let url = Url::parse(&format!("{}/orders/7", server.url)).unwrap();
    let headers = |target: &str| {
        let mut headers = HeaderMap::new();
        headers.append("link", "</p2>; rel=\"next\"".parse().unwrap());
        headers.append(
            "link",
            format!("<{target}>; rel=\"agent-feedback\"")
                .parse()
                .unwrap(),
        );
        headers
    };
    let client = client(&server).build().unwrap();
    client.observe(&url, StatusCode::UNPROCESSABLE_ENTITY, &headers("/linked"));
    client.observe(&url, StatusCode::OK, &headers("/contract"));
    let foreign = Url::parse("https://other.example.com/").unwrap();
    client.observe(&foreign, StatusCode::NOT_FOUND, &headers("/foreign"));
    client.submit(report()).await.unwrap();
    assert_eq!(script.seen().len(), 1, "no discovery is needed");
}

#[tokio::test]
async fn an_explicit_endpoint_comes_first() {
    let (script, server) = Script::serve(|_, _| answer(202, ACK)).await;
    let endpoint = format!("{}/tell", server.url);
    let client = client(&server).endpoint(&endpoint).build().unwrap();
    client.submit(report()).await.unwrap();
    assert_eq!(script.seen()[0].path, "/tell");
}

#[tokio::test]
async fn redirects_stay_within_the_origin() {
    let (other, elsewhere) = Script::serve(plain).await;
    let away = format!("{}/feedback", elsewhere.url);
    let (_script, server) = Script::serve(move |request, _| match request.path.as_str() {
        "/feedback" => with(307, "location", &away),
        _ => answer(404, ""),
    })
    .await;
    let failure = failure(&server).await;
    assert!(
        matches!(failure, FeedbackFailure::Refused { status: 307, .. }),
        "{failure}"
    );
    assert!(other.seen().is_empty());
    let (script, server) = Script::serve(|request, _| match request.path.as_str() {
        "/feedback" => with(308, "location", "/moved"),
        "/moved" => answer(202, ACK),
        _ => answer(404, ""),
    })
    .await;
    submit(&server).await.unwrap();
    assert_eq!(script.posts()[1].body, script.posts()[0].body);
}
