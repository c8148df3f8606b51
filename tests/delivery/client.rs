//! The client that reports.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use afp_runtime::agent::{FeedbackClient, FeedbackClientBuilder, FeedbackFailure, Report};
use afp_runtime::feedback::FeedbackType;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, Response, Uri};
use http::StatusCode;
use serde_json::{Value, json};
use url::Url;

use super::loopback::{Loopback, dead_url};

const ACK: &str = r#"{"id":"fb_1","status":"accepted","received_at":"2026-09-21T14:13:20.005Z"}"#;

/// A request as it came.
#[derive(Clone, Debug)]
struct Seen {
    method: Method,
    path: String,
    authorization: Option<String>,
    body: String,
}

/// Answers by method and path, in the order of the list, and remembers.
#[derive(Clone, Default)]
struct Script {
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Script {
    async fn serve(
        answer: impl Fn(&Seen, usize) -> Response<Body> + Clone + Send + Sync + 'static,
    ) -> (Self, Loopback) {
        let script = Self::default();
        let seen = Arc::clone(&script.seen);
        let handler = move |method: Method, uri: Uri, headers: HeaderMap, body: Bytes| {
            let (seen, answer) = (Arc::clone(&seen), answer.clone());
            async move {
                let request = Seen {
                    method,
                    path: uri.path().to_owned(),
                    authorization: headers
                        .get("authorization")
                        .map(|key| key.to_str().unwrap().to_owned()),
                    body: String::from_utf8(body.to_vec()).unwrap(),
                };
                let mut seen = seen.lock().unwrap();
                seen.push(request.clone());
                let posts = seen
                    .iter()
                    .filter(|seen| seen.method == Method::POST)
                    .count();
                answer(&request, posts)
            }
        };
        let server = Loopback::serve(Router::new().fallback(handler)).await;
        (script, server)
    }

    fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    fn posts(&self) -> Vec<Seen> {
        let mut seen = self.seen();
        seen.retain(|request| request.method == Method::POST);
        seen
    }
}

fn answer(status: u16, body: impl Into<Body>) -> Response<Body> {
    Response::builder()
        .status(status)
        .body(body.into())
        .unwrap()
}

fn with(status: u16, name: &str, value: &str) -> Response<Body> {
    Response::builder()
        .status(status)
        .header(name, value)
        .body(Body::empty())
        .unwrap()
}

/// Takes reports at `/feedback`, knows nothing else.
fn plain(request: &Seen, _: usize) -> Response<Body> {
    if request.path == "/feedback" {
        answer(202, ACK)
    } else {
        answer(404, "")
    }
}

fn client(server: &Loopback) -> FeedbackClientBuilder {
    FeedbackClient::builder(&server.url).bearer("key")
}

fn report() -> Report {
    Report::new(
        FeedbackType::Bug,
        "Refund order 7",
        "The refund answered 500.",
    )
}

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
        let failure = client(&server)
            .build()
            .unwrap()
            .submit(report())
            .await
            .unwrap_err();
        assert!(
            matches!(failure, FeedbackFailure::Refused { status: given, .. } if given == status),
            "{failure}"
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
    client(&server)
        .build()
        .unwrap()
        .submit(report())
        .await
        .unwrap();
    assert!(started.elapsed() >= Duration::from_millis(990));
    let posts = script.posts();
    assert_eq!(posts[0].body, posts[1].body);
    let (script, server) = Script::serve(|_, _| with(503, "retry-after", "277403")).await;
    let failure = client(&server)
        .build()
        .unwrap()
        .submit(report())
        .await
        .unwrap_err();
    let asked = Some(Duration::from_secs(277_403));
    assert!(
        matches!(failure, FeedbackFailure::Refused { retry_after, .. } if retry_after == asked)
    );
    assert_eq!(script.posts().len(), 1);
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
    let failure = client(&server)
        .build()
        .unwrap()
        .submit(report())
        .await
        .unwrap_err();
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
    client(&server)
        .build()
        .unwrap()
        .submit(report())
        .await
        .unwrap();
    assert_eq!(script.posts()[1].body, script.posts()[0].body);
}

#[tokio::test]
async fn secrets_do_not_leave_and_bad_reports_are_not_sent() {
    let (script, server) = Script::serve(plain).await;
    let client = client(&server).build().unwrap();
    let secret = "sk_live_4f9a1c77d2e64b0b9a3f";
    client
        .submit(
            report()
                .expected(format!("token={secret}"))
                .member("metadata", json!({"password": secret})),
        )
        .await
        .unwrap();
    assert!(
        !script.posts()[0].body.contains("4f9a1c77"),
        "{}",
        script.posts()[0].body
    );
    let by_a_model = json!({"type": "bug", "goal": "", "mesage": secret});
    let failure = client.submit(by_a_model).await.unwrap_err();
    let FeedbackFailure::Invalid(problems) = &failure else {
        panic!("{failure}");
    };
    let paths: Vec<&str> = problems
        .details()
        .iter()
        .map(|detail| detail.path.as_str())
        .collect();
    assert_eq!(paths, ["message", "goal", "mesage"]);
    assert!(!failure.to_string().contains(secret));
    assert_eq!(script.posts().len(), 1);
}

#[tokio::test]
async fn a_report_that_fails_fails_nothing_else() {
    for url in [dead_url().await, "http://127.0.0.1:1".into()] {
        let client = FeedbackClient::builder(&url).build().unwrap();
        assert_eq!(client.report(report()).await, None);
    }
    let (_script, server) = Script::serve(|_, _| answer(202, "x".repeat(100_000))).await;
    let failure = client(&server)
        .build()
        .unwrap()
        .submit(report())
        .await
        .unwrap_err();
    assert!(
        matches!(failure, FeedbackFailure::NoAnswer { .. }),
        "{failure}"
    );
    let (_script, server) = Script::serve(|_, _| answer(200, "<html>")).await;
    let failure = client(&server)
        .build()
        .unwrap()
        .submit(report())
        .await
        .unwrap_err();
    assert!(
        matches!(failure, FeedbackFailure::NotAnAcknowledgement { .. }),
        "{failure}"
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
