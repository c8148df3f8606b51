use axum::response::{Html, IntoResponse as _};
use axum::routing::get;
use axum::{Json, Router};
use http::{HeaderMap, HeaderValue, StatusCode};
use serde_json::json as value;

use super::*;

fn answering(status: u16, headers: &[(&'static str, &'static str)], body: &'static str) -> Router {
    let headers: HeaderMap = headers
        .iter()
        .map(|&(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value)))
        .collect();
    let status = StatusCode::from_u16(status).unwrap();
    let answer = move || async move { (status, headers, Body::from(body)) };
    Router::new().route("/", get(answer))
}

#[tokio::test]
async fn plain_text_and_empty_answers_become_envelopes_and_keep_status_and_headers() {
    let mut table = String::new();
    for (status, code, action) in [
        (400, "BAD_REQUEST", "no_action_possible"),
        (401, "UNAUTHORIZED", "reauthenticate"),
        (402, "REQUEST_REFUSED", "no_action_possible"),
        (403, "ACCESS_DENIED", "contact_operator"),
        (404, "REQUEST_REFUSED", "no_action_possible"),
        (408, "REQUEST_TIMEOUT", "no_action_possible"),
        (409, "CONFLICT", "no_action_possible"),
        (413, "CONTENT_TOO_LARGE", "no_action_possible"),
        (415, "MEDIA_TYPE_REFUSED", "no_action_possible"),
        (418, "REQUEST_REFUSED", "no_action_possible"),
        (422, "REQUEST_REFUSED", "no_action_possible"),
        (429, "TOO_MANY_REQUESTS", "wait_and_retry"),
        (500, "SERVER_FAULT", "contact_operator"),
        (502, "SERVER_FAULT", "contact_operator"),
        (503, "SERVICE_UNAVAILABLE", "wait_and_retry"),
    ] {
        let own = [
            ("content-type", "text/plain; charset=utf-8"),
            ("x-request-id", "r1"),
        ];
        for (headers, text) in [(&own[..], "no luck"), (&own[1..], "")] {
            let app = afp().install(answering(status, headers, text));
            let response = send(&app, "GET", "/").await;
            assert_eq!(response.status(), status);
            assert_eq!(header(&response, "x-request-id"), ["r1"]);
            let body = json(response).await;
            assert_eq!(
                (&body["code"], &body["feedback"]["action"]),
                (&code.into(), &action.into())
            );
            let said = body["error"] == "no luck";
            assert_eq!(said, status < 500 && !text.is_empty(), "{status}");
            table += &format!("{status} {} {}\n", body["code"], body["error"]);
        }
    }
    insta::assert_snapshot!(table);
}

#[tokio::test]
async fn headers_that_tell_what_to_do_stay() {
    let headers = [
        ("www-authenticate", "Bearer realm=\"x\""),
        ("content-type", "text/plain"),
    ];
    let response = send(&afp().install(answering(401, &headers, "no")), "GET", "/").await;
    assert_eq!(
        header(&response, "www-authenticate"),
        ["Bearer realm=\"x\""]
    );

    for (value, seconds) in [("7", 7), ("Wed, 21 Oct 2015 07:28:00 GMT", 0)] {
        let app = afp().install(answering(503, &[("retry-after", value)], ""));
        let response = send(&app, "GET", "/").await;
        assert_eq!(header(&response, "retry-after"), [value]);
        let body = json(response).await;
        assert_eq!(body["feedback"]["suggestion"]["retry_after_s"], seconds);
    }
    let response = send(&afp().install(answering(429, &[], "")), "GET", "/").await;
    assert_eq!(header(&response, "retry-after"), ["30"]);
}

#[tokio::test]
async fn headers_of_the_old_body_go() {
    let headers = [
        ("etag", "\"1\""),
        ("content-language", "en"),
        ("content-encoding", "gzip"),
    ];
    let response = send(&afp().install(answering(400, &headers, "xx")), "GET", "/").await;
    for name in ["etag", "content-language", "content-encoding"] {
        assert!(response.headers().get(name).is_none(), "{name}");
    }
    assert_eq!(
        json(response).await["error"],
        "bad request",
        "text under an encoding is not read"
    );
}

#[tokio::test]
async fn foreign_json_and_html_stay_as_they_are() {
    let app = Router::new()
        .route(
            "/json",
            get(|| async { (StatusCode::CONFLICT, Json(value!({"mine": 1}))) }),
        )
        .route(
            "/html",
            get(|| async { (StatusCode::NOT_FOUND, Html("<p>gone</p>")) }),
        );
    let plain = afp().install(app.clone());
    assert_eq!(
        text(send(&plain, "GET", "/json").await).await,
        "{\"mine\":1}"
    );
    assert_eq!(
        text(send(&plain, "GET", "/html").await).await,
        "<p>gone</p>"
    );

    let wrapping = afp().wrap_html(true).install(app);
    assert_eq!(
        json(send(&wrapping, "GET", "/html").await).await["code"],
        "REQUEST_REFUSED"
    );
    let mut browser = request("GET", "/html");
    browser
        .headers_mut()
        .insert("accept", "text/html,*/*".parse().unwrap());
    let answer = wrapping.oneshot(browser).await.unwrap();
    assert_eq!(header(&answer, "vary"), ["accept"]);
    assert_eq!(text(answer).await, "<p>gone</p>");
}

#[tokio::test]
async fn long_texts_and_streams_are_dropped_unread() {
    let long = || async { (StatusCode::BAD_REQUEST, "x".repeat(4097)) };
    let longest = || async { (StatusCode::BAD_REQUEST, "x".repeat(4096)) };
    let stream = || async {
        let endless = futures_util::stream::pending::<Result<bytes::Bytes, std::io::Error>>();
        (StatusCode::BAD_REQUEST, Body::from_stream(endless)).into_response()
    };
    let app = Router::new()
        .route("/long", get(long))
        .route("/longest", get(longest))
        .route("/stream", get(stream));
    let app = afp().install(app);
    assert_eq!(
        json(send(&app, "GET", "/long").await).await["error"],
        "bad request"
    );
    let longest = json(send(&app, "GET", "/longest").await).await;
    assert_eq!(longest["error"].as_str().unwrap().len(), 4096);
    assert_eq!(
        json(send(&app, "GET", "/stream").await).await["error"],
        "bad request"
    );
}

#[tokio::test]
async fn a_success_is_left_alone() {
    let app = afp()
        .feedback_link("/feedback")
        .install(answering(200, &[], "fine"));
    let response = send(&app, "GET", "/").await;
    assert!(response.headers().get("link").is_none());
    assert_eq!(text(response).await, "fine");
}

#[tokio::test]
async fn an_empty_answer_is_wrapped_whatever_its_type() {
    for (status, media_type) in [
        (404, "application/octet-stream"),
        (500, "application/json"),
        (400, ""),
    ] {
        let app = afp().install(answering(status, &[("content-type", media_type)], ""));
        let response = send(&app, "GET", "/").await;
        assert_eq!(response.status(), status);
        assert!(json(response).await["code"].is_string());
    }
}

#[tokio::test]
async fn validators_of_a_412_and_the_range_of_a_416_stay() {
    let headers = [("etag", "\"7\""), ("content-range", "bytes */1234")];
    let precondition = send(&afp().install(answering(412, &headers, "")), "GET", "/").await;
    assert_eq!(header(&precondition, "etag"), ["\"7\""]);
    assert!(header(&precondition, "content-range").is_empty());
    let range = send(&afp().install(answering(416, &headers, "")), "GET", "/").await;
    assert_eq!(header(&range, "content-range"), ["bytes */1234"]);
    assert!(header(&range, "etag").is_empty());
}

#[tokio::test]
async fn text_in_another_charset_is_not_read() {
    let headers = [("content-type", "text/plain; charset=utf-16le")];
    let response = send(
        &afp().install(answering(400, &headers, "n\0o\0")),
        "GET",
        "/",
    )
    .await;
    assert_eq!(json(response).await["error"], "bad request");
    let headers = [("content-type", "text/plain; charset=\"UTF-8\"")];
    let response = send(&afp().install(answering(400, &headers, "no")), "GET", "/").await;
    assert_eq!(json(response).await["error"], "no");
}

#[tokio::test]
async fn a_wait_that_can_not_be_read_is_replaced() {
    for value in ["-4", "99999999999999999999", "soon", ""] {
        let app = afp().install(answering(503, &[("retry-after", value)], ""));
        let response = send(&app, "GET", "/").await;
        assert_eq!(header(&response, "retry-after"), ["30"], "{value:?}");
    }
}

#[tokio::test]
async fn a_weight_of_zero_does_not_take_html() {
    let page = || async { (StatusCode::NOT_FOUND, Html("<p>gone</p>")) };
    let app = afp()
        .wrap_html(true)
        .install(Router::new().route("/", get(page)));
    for (accept, wrapped) in [
        ("text/html;q=0, application/json", true),
        ("application/xhtml+xml, text/html; q=0.1", false),
        ("*/*", true),
    ] {
        let mut request = request("GET", "/");
        request
            .headers_mut()
            .insert("accept", accept.parse().unwrap());
        let answer = app.clone().oneshot(request).await.unwrap();
        assert_eq!(
            header(&answer, "content-type") == ["application/json"],
            wrapped,
            "{accept}"
        );
    }
}
