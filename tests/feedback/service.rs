//! The routes: what is answered when, in the protocol's order.

use afp_runtime::http::{Auth, Cors, Inbox};
use axum::body::Body;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use serde_json::json;
use std::time::Duration;

use super::exchange::{MINIMAL, Service, chunked, post, request, with};

fn demo_account(request: &Parts) -> Option<String> {
    (request.headers.get(AUTHORIZATION)? == "Bearer demo-key").then(|| "acct_123".to_owned())
}

fn required() -> Service {
    Service::new(
        Inbox::memory()
            .auth(Auth::required(demo_account))
            .rate_limit(1, Duration::from_secs(60)),
    )
}

#[tokio::test]
async fn an_accepted_submission_is_acknowledged() {
    let service = Service::plain();
    let answer = service.post(MINIMAL).await;
    assert_eq!(answer.status, 202);
    let json = answer.json();
    let id = json["id"].as_str().expect("an id");
    assert!(id.len() == 29 && id.starts_with("fb_"), "{id}");
    assert_eq!(json["status"], "accepted");
    let received_at = json["received_at"].as_str().expect("a time");
    assert!(
        received_at.len() == 24 && received_at.ends_with('Z'),
        "{received_at}"
    );
    assert_eq!(json.as_object().expect("an object").len(), 3);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(
        answer.header("link"),
        None,
        "on success the relation means something else"
    );
    let record = &service.records().await[0];
    assert_eq!(
        (record.id.as_str(), record.received_at.to_string().as_str()),
        (id, received_at)
    );
    assert_eq!(record.feedback.json, MINIMAL);
    assert_eq!(
        record.to_json(),
        format!(
            r#"{{"id":"{id}","received_at":"{received_at}","source":"http","feedback":{MINIMAL}}}"#
        )
    );
}

#[tokio::test]
async fn checks_come_in_the_protocols_order() {
    let service = required();
    let big = || Body::from(vec![b' '; 20_000]);
    let send = |request: axum::http::Request<Body>| service.send(request);
    let typed = |kind: &str| request("POST", "/feedback").header("content-type", kind);
    let wrong_method = request("PUT", "/feedback").header("content-type", "text/plain");
    assert_eq!(send(wrong_method.body(big()).unwrap()).await.status, 405);
    let wrong_type = typed("text/plain")
        .header("content-length", "20000")
        .body(big())
        .unwrap();
    assert_eq!(send(wrong_type).await.status, 415);
    let declared = typed("application/json")
        .header("content-length", "20000")
        .body(big());
    assert_eq!(send(declared.unwrap()).await.status, 413);
    let anonymous = typed("application/json")
        .body(chunked(vec![b' '; 20_000]))
        .unwrap();
    assert_eq!(send(anonymous).await.status, 401);
    let known = || typed("application/json").header("authorization", "Bearer demo-key");
    let too_many_bytes = known().body(chunked(vec![b' '; 20_000])).unwrap();
    assert_eq!(
        send(too_many_bytes).await.status,
        413,
        "the first one is within the limit"
    );
    let limited = known().body(chunked(vec![b' '; 20_000])).unwrap();
    assert_eq!(send(limited).await.status, 429, "and used it up");
    let declared = known()
        .header("content-length", "20000")
        .body(big())
        .unwrap();
    assert_eq!(
        send(declared).await.status,
        413,
        "which comes before the limit"
    );
}

#[tokio::test]
async fn bad_bodies_use_up_the_limit_and_earlier_refusals_do_not() {
    let service = required();
    for _ in 0..3 {
        assert_eq!(service.post(MINIMAL).await.status, 401);
        let get = request("GET", "/feedback").body(Body::empty()).unwrap();
        assert_eq!(service.send(get).await.status, 405);
    }
    let known = |body: &'static str| {
        let mut request = post(body);
        request
            .headers_mut()
            .insert(AUTHORIZATION, "Bearer demo-key".parse().unwrap());
        request
    };
    assert_eq!(service.send(known("{}")).await.code(), "invalid_feedback");
    let limited = service.send(known(MINIMAL)).await;
    assert_eq!(limited.code(), "rate_limited");
    let wait: u64 = limited
        .header("retry-after")
        .expect("a wait")
        .parse()
        .expect("seconds");
    assert!((59..=60).contains(&wait), "{wait}");
}

#[tokio::test]
async fn every_refusal_has_its_code_and_header_and_the_link_once() {
    let service = required();
    let delete = request("DELETE", "/feedback").body(Body::empty()).unwrap();
    let refused = service.send(delete).await;
    assert_eq!(
        (refused.code().as_str(), refused.header("allow")),
        ("method_not_allowed", Some("POST"))
    );
    let unauthorized = service.post(MINIMAL).await;
    assert_eq!(unauthorized.code(), "unauthorized");
    assert_eq!(unauthorized.header("www-authenticate"), Some("Bearer"));
    let plain = request("POST", "/feedback")
        .body(Body::from(MINIMAL))
        .unwrap();
    let untyped = service.send(plain).await;
    assert_eq!(untyped.code(), "unsupported_media_type");
    for answer in [refused, unauthorized, untyped] {
        let links: Vec<_> = answer.headers.get_all("link").iter().collect();
        assert_eq!(links, ["</feedback>; rel=\"agent-feedback\""]);
        let error = answer.json();
        assert!(error["error"]["message"].is_string());
        assert_eq!(error.as_object().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn sizes_and_encodings_are_as_advertised() {
    let service = Service::plain();
    let padded = |size: usize| {
        let start = format!("{},\"metadata\":{{\"p\":\"", MINIMAL.trim_end_matches('}'));
        let pad = size - start.len() - 3;
        format!("{start}{}\"}}}}", "p".repeat(pad))
    };
    assert_eq!(padded(16_384).len(), 16_384);
    assert_eq!(service.post(padded(16_384)).await.status, 202);
    assert_eq!(
        service.post(padded(16_385)).await.code(),
        "payload_too_large"
    );
    let exact = chunked(padded(16_384).into_bytes());
    assert_eq!(service.post(exact).await.status, 202);
    let long = chunked(padded(20_480).into_bytes());
    assert_eq!(service.post(long).await.code(), "payload_too_large");
    let mut zipped = post(vec![0x1F, 0x8B, 8, 0]);
    zipped
        .headers_mut()
        .insert("content-encoding", "gzip".parse().unwrap());
    assert_eq!(service.send(zipped).await.status, 415);
    let larger = Service::new(Inbox::memory().max_bytes(20_480));
    assert_eq!(larger.post(padded(20_480)).await.status, 202);
    let discovery = request("GET", "/.well-known/agent-feedback")
        .body(Body::empty())
        .unwrap();
    assert_eq!(larger.send(discovery).await.json()["max_bytes"], 20_480);
}

#[tokio::test]
async fn discovery_is_exactly_the_protocols() {
    let inbox = Inbox::memory()
        .base_url("https://api.example.com/v1/")
        .auth(Auth::optional(demo_account));
    let service = Service::new(inbox);
    let ask = |method| {
        let request = request(method, "/.well-known/agent-feedback");
        let request = request
            .header("host", "evil.test")
            .header("x-forwarded-host", "evil.test");
        service.send(request.body(Body::empty()).unwrap())
    };
    let answer = ask("GET").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("cache-control"), Some("public, max-age=3600"));
    assert_eq!(
        answer.json(),
        json!({
            "spec_version": "0.1",
            "endpoint": "https://api.example.com/v1/feedback",
            "types": ["missing_capability", "bug", "unclear_documentation", "unexpected_response",
                "unhelpful_error", "performance", "other"],
            "max_bytes": 16384,
            "auth": "optional",
        })
    );
    let head = ask("HEAD").await;
    assert_eq!((head.status.as_u16(), head.bytes.len()), (200, 0));
    assert_eq!(
        head.header("content-length"),
        Some(answer.bytes.len().to_string().as_str())
    );
    let wrong = ask("POST").await;
    assert_eq!(
        (wrong.status.as_u16(), wrong.header("allow")),
        (405, Some("GET, HEAD"))
    );
}

#[tokio::test]
async fn head_on_the_inbox_is_refused_without_a_body() {
    let head = request("HEAD", "/feedback").body(Body::empty()).unwrap();
    let answer = Service::plain().send(head).await;
    assert_eq!((answer.status.as_u16(), answer.bytes.len()), (405, 0));
    assert_eq!(answer.header("allow"), Some("POST"));
}

fn preflight(path: &str) -> axum::http::Request<Body> {
    let request = request("OPTIONS", path).header("origin", "https://app.example.com");
    let request = request.header("access-control-request-method", "POST");
    request.body(Body::empty()).unwrap()
}

#[tokio::test]
async fn browsers_are_answered_as_configured() {
    let any = Service::plain();
    let answer = any.send(preflight("/feedback")).await;
    assert_eq!(answer.status, 204);
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    assert_eq!(answer.header("access-control-allow-methods"), Some("POST"));
    assert!(
        answer
            .header("access-control-allow-headers")
            .unwrap()
            .contains("content-type")
    );
    assert_eq!(answer.header("link"), None);
    assert_eq!(
        any.post(MINIMAL)
            .await
            .header("access-control-allow-origin"),
        Some("*")
    );
    assert_eq!(
        any.post("{").await.header("access-control-allow-origin"),
        Some("*")
    );

    let listed = Service::new(Inbox::memory().cors(Cors::origins(["https://app.example.com"])));
    let answer = listed.send(preflight("/feedback")).await;
    assert_eq!(
        answer.header("access-control-allow-origin"),
        Some("https://app.example.com")
    );
    assert_eq!(answer.header("vary"), Some("origin"));
    let mut other = preflight("/feedback");
    other
        .headers_mut()
        .insert("origin", "https://evil.test".parse().unwrap());
    assert_eq!(
        listed
            .send(other)
            .await
            .header("access-control-allow-origin"),
        None
    );

    let off = Service::new(Inbox::memory().cors(Cors::off()));
    assert_eq!(off.send(preflight("/feedback")).await.status, 405);
    let plain = request("OPTIONS", "/feedback").body(Body::empty()).unwrap();
    assert_eq!(any.send(plain).await.status, 405, "no preflight");
}

#[tokio::test]
async fn accounts_are_kept_as_pseudonyms_or_not_at_all() {
    let known = || {
        let mut request = post(MINIMAL);
        request
            .headers_mut()
            .insert(AUTHORIZATION, "Bearer demo-key".parse().unwrap());
        request
    };
    let wrong = || {
        let mut request = post(MINIMAL);
        request
            .headers_mut()
            .insert(AUTHORIZATION, "Bearer wrong-key".parse().unwrap());
        request
    };
    let secret = |inbox: Inbox| inbox.account_secret("s3cret");
    let optional = Service::new(secret(Inbox::memory()).auth(Auth::optional(demo_account)));
    assert_eq!(optional.send(wrong()).await.status, 202);
    assert_eq!(optional.send(known()).await.status, 202);
    let accounts: Vec<_> = optional
        .records()
        .await
        .into_iter()
        .map(|r| r.account)
        .collect();
    assert_eq!(
        accounts,
        [Some("acct_f94bc6a46353bc91ecb4dfba".to_owned()), None]
    );

    let none = Service::new(secret(Inbox::memory()));
    assert_eq!(none.send(known()).await.status, 202);
    assert_eq!(none.records().await[0].account, None);

    let required = Service::new(secret(Inbox::memory()).auth(Auth::required(demo_account)));
    assert_eq!(required.send(wrong()).await.status, 401);
    assert_eq!(required.send(known()).await.status, 202);
}

#[tokio::test]
async fn a_path_of_its_own_is_used_everywhere() {
    let service = Service::new(
        Inbox::memory()
            .path("/agents/feedback")
            .base_url("http://127.0.0.1:9"),
    );
    let request = request("POST", "/agents/feedback").header("content-type", "application/json");
    let answer = service.send(request.body(Body::from("{}")).unwrap()).await;
    assert_eq!(
        answer.header("link"),
        Some("</agents/feedback>; rel=\"agent-feedback\"")
    );
    let discovery = super::exchange::request("GET", "/.well-known/agent-feedback");
    let json = service
        .send(discovery.body(Body::empty()).unwrap())
        .await
        .json();
    assert_eq!(json["endpoint"], "http://127.0.0.1:9/agents/feedback");
}

#[tokio::test]
async fn the_user_agent_names_an_agent_that_does_not() {
    let named = |user_agent: &'static str, body: String| async move {
        let service = Service::plain();
        let mut request = post(body);
        request
            .headers_mut()
            .insert("user-agent", user_agent.parse().unwrap());
        assert_eq!(service.send(request).await.status, 202);
        service.only_feedback().await["agent"].clone()
    };
    let expected = json!({"name": "acme-agent", "version": "2.1"});
    assert_eq!(
        named("acme-agent/2.1 (linux)", MINIMAL.into()).await,
        expected
    );
    let model = with(r#""agent":{"model":"m"}"#);
    let expected = json!({"model": "m", "name": "acme-agent", "version": "2.1"});
    assert_eq!(named("acme-agent/2.1", model).await, expected);
    let own = with(r#""agent":{"name":"own"}"#);
    assert_eq!(named("acme-agent/2.1", own).await, json!({"name": "own"}));
    for user_agent in [
        "Mozilla/5.0 (X11)",
        "curl/8.5",
        "python-requests/2.32",
        "node",
        "(comment)",
    ] {
        assert!(
            named(user_agent, MINIMAL.into()).await.is_null(),
            "{user_agent}"
        );
    }
    let secret = named("ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8/1", MINIMAL.into()).await;
    assert_eq!(secret["name"], "[REDACTED]");
}
