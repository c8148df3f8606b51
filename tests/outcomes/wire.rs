//! Over a real socket.

use std::{convert::Infallible, io::Read as _};

use afp_runtime::{
    http::outcome::OutcomeContract,
    outcome::{Endpoint, splice::find_contract_element},
};
use axum::{
    Json, Router,
    body::Body,
    http::{
        HeaderValue, Method, StatusCode,
        header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE},
    },
    response::{IntoResponse, Response},
    routing::get,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use futures_util::stream;
use serde_json::{Value, json};
use tower_http::{
    compression::{CompressionLayer, predicate::SizeAbove},
    cors::CorsLayer,
};

use super::support::{DEAD_ENDPOINT, KEY, check_contract, serve};

pub(super) fn contract() -> OutcomeContract {
    OutcomeContract::new(KEY, Endpoint::development(DEAD_ENDPOINT).unwrap())
        .unwrap()
        .without_telemetry()
}

fn body_of(content_type: &'static str, body: impl Into<Body>) -> Response {
    ([(CONTENT_TYPE, content_type)], body.into()).into_response()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    flate2::read::GzEncoder::new(text, flate2::Compression::fast())
        .read_to_end(&mut out)
        .unwrap();
    out
}

fn gunzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    flate2::read::GzDecoder::new(bytes)
        .read_to_end(&mut out)
        .unwrap();
    out
}

#[tokio::test]
async fn a_length_set_by_the_handler_is_that_of_the_instrumented_body() {
    let handler = || async {
        let mut response = body_of("application/json", r#"{"a":1}"#);
        response
            .headers_mut()
            .insert(CONTENT_LENGTH, HeaderValue::from_static("7"));
        response
    };
    let served = serve(Router::new().route("/", get(handler)).layer(contract())).await;
    let answer = served.get("/").await;
    assert!(answer.header("content-length").is_some());
    assert_eq!(answer.json()["a"], 1);
    check_contract(answer.json()["_agentFeedback"].to_string().as_bytes());
    assert!(
        answer
            .text()
            .starts_with(r#"{"a":1,"_agentFeedback":{"v":1,"#)
    );
    assert_eq!(answer.header("cache-control"), Some("private, no-store"));
}

#[tokio::test]
async fn encoded_bodies_keep_their_bytes_and_the_head_carries_the_contract() {
    let bytes = gzip(br#"{"a":1}"#);
    let sent = bytes.clone();
    let handler = move || async move {
        let mut response = body_of("application/json", sent.clone());
        response
            .headers_mut()
            .insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        response
    };
    let served = serve(Router::new().route("/", get(handler)).layer(contract())).await;
    let answer = served.get("/").await;
    assert_eq!(answer.body, bytes);
    let header = URL_SAFE_NO_PAD
        .decode(answer.header("agent-feedback").unwrap())
        .unwrap();
    check_contract(&header);
    assert_eq!(
        answer.header("link").unwrap(),
        "<http://127.0.0.1:9/.well-known/agent-feedback-v1.json>; rel=\"agent-feedback\"; type=\"application/json\""
    );
}

#[tokio::test]
async fn compression_composes_on_either_side() {
    let compression = || CompressionLayer::new().compress_when(SizeAbove::new(0));
    let handler = || async { Json(json!({ "a": 1 })) };
    let accepts = [("accept-encoding", "gzip")];

    let outside = Router::new()
        .route("/", get(handler))
        .layer(contract())
        .layer(compression());
    let answer = serve(outside)
        .await
        .request("GET", "/", &accepts, b"")
        .await;
    assert_eq!(answer.header("content-encoding"), Some("gzip"));
    let value: Value = serde_json::from_slice(&gunzip(&answer.body)).unwrap();
    check_contract(value["_agentFeedback"].to_string().as_bytes());

    let inside = Router::new()
        .route("/", get(handler))
        .layer(compression())
        .layer(contract());
    let answer = serve(inside).await.request("GET", "/", &accepts, b"").await;
    assert_eq!(gunzip(&answer.body), br#"{"a":1}"#);
    check_contract(
        &URL_SAFE_NO_PAD
            .decode(answer.header("agent-feedback").unwrap())
            .unwrap(),
    );
}

#[tokio::test]
async fn answers_without_a_body_get_nothing() {
    let with_status = |status: u16| async move {
        let mut response = body_of("application/json", r#"{"a":1}"#);
        *response.status_mut() = StatusCode::from_u16(status).unwrap();
        response
    };
    let app = Router::new()
        .route("/json", get(move || with_status(200)))
        .route("/204", get(move || with_status(204)))
        .route("/304", get(move || with_status(304)))
        .route("/205", get(move || with_status(205)))
        .route("/206", get(move || with_status(206)))
        .route("/404", get(move || with_status(404)))
        .layer(contract());
    let served = serve(app).await;
    let head = served.request("HEAD", "/json", &[], b"").await;
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("agent-feedback"), None);
    assert_eq!(head.header("content-length"), Some("7"));
    for path in ["/204", "/304", "/205", "/206", "/404"] {
        let answer = served.get(path).await;
        assert_eq!(answer.header("agent-feedback"), None, "{path}");
        assert!(!answer.text().contains("_agentFeedback"), "{path}");
    }
}

#[tokio::test]
async fn legacy_pages_keep_their_bytes() {
    let latin = b"<html><head><title>caf\xe9</title></head><body>\xe9</body></html>";
    let sixteen: Vec<u8> = "<html><head></head></html>"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let wide = sixteen.clone();
    let app = Router::new()
        .route(
            "/latin",
            get(|| async { body_of("text/html; charset=iso-8859-1", latin.to_vec()) }),
        )
        .route(
            "/broken",
            get(|| async { body_of("text/html", latin.to_vec()) }),
        )
        .route(
            "/utf16",
            get(|| async move { body_of("text/html; charset=utf-16", wide) }),
        )
        .layer(contract());
    let served = serve(app).await;
    for path in ["/latin", "/broken"] {
        let answer = served.get(path).await;
        let range = find_contract_element(&answer.body).unwrap();
        check_contract(&answer.body[range.clone()]);
        let open = br#"<script id="agent-feedback" type="application/json">"#.len();
        let added = range.start - open..range.end + b"</script>".len();
        assert!(answer.body[added.clone()].is_ascii());
        let rest = [&answer.body[..added.start], &answer.body[added.end..]].concat();
        assert_eq!(rest, latin, "{path}");
    }
    let answer = served.get("/utf16").await;
    assert_eq!(answer.body, sixteen);
    check_contract(
        &URL_SAFE_NO_PAD
            .decode(answer.header("agent-feedback").unwrap())
            .unwrap(),
    );
}

#[tokio::test]
async fn cross_origin_headers_stay() {
    let cors = CorsLayer::permissive().allow_methods([Method::GET]);
    let app = Router::new()
        .route("/", get(|| async { Json(json!({ "a": 1 })) }))
        .layer(contract())
        .layer(cors);
    let served = serve(app).await;
    let preflight = [
        ("origin", "https://a.example"),
        ("access-control-request-method", "GET"),
    ];
    let answer = served.request("OPTIONS", "/", &preflight, b"").await;
    assert_eq!(answer.status, 200);
    let answer = served
        .request("GET", "/", &[("origin", "https://a.example")], b"")
        .await;
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    assert!(answer.json().get("_agentFeedback").is_some());
}

#[tokio::test]
async fn streams_pass_through() {
    let chunks = || stream::iter(["{\"a\":", "1}"].map(Ok::<_, Infallible>));
    let app = Router::new()
        .route(
            "/json",
            get(move || async move { body_of("application/json", Body::from_stream(chunks())) }),
        )
        .route(
            "/events",
            get(|| async { body_of("text/event-stream", "data: {}\n\n") }),
        )
        .route(
            "/lines",
            get(|| async { body_of("application/x-ndjson", "{}\n{}\n") }),
        )
        .layer(contract());
    let served = serve(app).await;
    served.get("/json").await.assert_untouched(br#"{"a":1}"#);
    served
        .get("/events")
        .await
        .assert_untouched(b"data: {}\n\n");
    served.get("/lines").await.assert_untouched(b"{}\n{}\n");
}
