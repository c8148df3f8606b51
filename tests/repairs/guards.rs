//! Requests that are stopped before anything reads them.

use afp_runtime::http::{AgentJson, BodyLimit, JsonObject, StrictJson};
use axum::Json;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use futures_util::stream;
use http::StatusCode;
use serde_json::Map;
use tower_http::decompression::RequestDecompressionLayer;

use super::*;

#[derive(serde::Deserialize)]
#[expect(dead_code, reason = "only read")]
struct Quote {
    #[serde(default)]
    a: Option<Value>,
}

fn text_of(depth: usize) -> String {
    format!("{}{}", "[".repeat(depth), "]".repeat(depth))
}

/// Row G11.
#[tokio::test]
async fn only_strict_json_objects_pass() {
    let guarded = Router::new()
        .route("/", post(async |_: Bytes| "taken"))
        .layer(JsonObject::any())
        .layer(StrictJson(true));
    let apps = [
        afp().strict_json(true).install(taking::<Quote>()),
        afp().install(taking::<Quote>().layer(StrictJson(true))),
        afp().install(taking::<Map<String, Value>>()),
        afp().install(guarded),
    ];
    let bad: [&[u8]; 8] = [
        b"",
        br#"{"a":1}{"b":2}"#,
        br#"{"a":1} x"#,
        b"{\"a\":\"\xff\"}",
        br#"{"a":"\ud800"}"#,
        &[b'['; 200],
        b"[1]",
        b"null",
    ];
    for app in &apps {
        for body in bad {
            let response = send(app, json_request(body)).await;
            assert_eq!(response.status(), 400, "{body:?}");
            let length = response.headers()["content-length"].to_str().unwrap();
            assert!(length.parse::<usize>().unwrap() < 4096);
            let body = envelope(response).await;
            let code = body["code"].as_str().unwrap();
            assert!(
                matches!(code, "MALFORMED_JSON" | "BODY_NOT_OBJECT"),
                "{body}"
            );
        }
        for body in ["{\"a\":1}\n", r#"{"a":"\ud83d\ude00"}"#] {
            let response = send(app, json_request(body)).await;
            assert_eq!(response.status(), 200, "{body}");
        }
    }
}

/// Row G12, on a route of the application.
#[tokio::test]
async fn a_repeated_member_is_named_and_never_the_last_one_taken() {
    let app = afp().strict_json(true).install(taking::<Value>());
    for (body, name) in [
        (r#"{"goal":"x","goal":"y"}"#, "goal"),
        ("{\"metadata\":\n {\"k\":1,\"k\":2}}", "k"),
        (r#"{"a":[{"b":1,"\u0062":2}]}"#, "b"),
    ] {
        let answer = refused(&app, body).await;
        assert_eq!(answer["code"], "DUPLICATE_MEMBER");
        assert_eq!(answer["feedback"]["current"]["name"], name);
        let place = answer["feedback"]["current"]["place"].as_str().unwrap();
        assert!(place.starts_with("line "), "{place}");
    }
    let known_twice = refused(&afp().install(taking::<Quote>()), r#"{"a":1,"a":2}"#).await;
    assert_eq!(known_twice["code"], "DUPLICATE_MEMBER");
}

fn chunked(bytes: usize) -> Body {
    let chunks = vec![b' '; bytes];
    let chunks: Vec<_> = chunks
        .chunks(1000)
        .map(|chunk| Ok::<_, std::io::Error>(Bytes::copy_from_slice(chunk)))
        .collect();
    Body::from_stream(stream::iter(chunks))
}

/// Row G13, on a route of the application.
#[tokio::test]
async fn the_limit_counts_what_is_read() {
    let app = afp().body_limit(16_384).install(taking::<Value>());
    let padded = |bytes: usize| format!("{:bytes$}", "{}");
    assert_eq!(send(&app, json_request(padded(16_384))).await.status(), 200);
    for body in [Body::from(padded(16_385)), chunked(20 * 1024)] {
        let answer = send(&app, json_request(body)).await;
        assert_eq!(answer.status(), 413);
        let answer = envelope(answer).await;
        assert_eq!(answer["code"], "BODY_TOO_LARGE");
        assert!(
            answer["feedback"]["expected"]
                .as_str()
                .unwrap()
                .contains("16384")
        );
    }
}

#[tokio::test]
async fn a_compressed_body_is_counted_decompressed_or_refused() {
    let request = |body: Bytes| {
        let mut request = json_request(body);
        let gzip = http::HeaderValue::from_static("gzip");
        request.headers_mut().insert("content-encoding", gzip);
        request
    };
    let plain = afp().install(taking::<Value>());
    let answer = send(&plain, request(gzip(100).await)).await;
    assert_eq!(answer.status(), 415);
    let answer = envelope(answer).await;
    assert_eq!(answer["code"], "UNSUPPORTED_MEDIA_TYPE");
    assert_eq!(answer["feedback"]["suggestion"], Value::Null);
    let decompressing = afp().install(taking::<Value>().layer(RequestDecompressionLayer::new()));
    assert_eq!(
        send(&decompressing, request(gzip(1000).await))
            .await
            .status(),
        200
    );
    let bomb = send(&decompressing, request(gzip(50 * 1024 * 1024).await)).await;
    assert_eq!(bomb.status(), 413);
    let broken = send(
        &decompressing,
        request(Bytes::from_static(b"\x1f\x8bnonsense")),
    )
    .await;
    assert_eq!(envelope(broken).await["code"], "BAD_REQUEST");
}

/// `{}` and so many blanks, compressed.
async fn gzip(blanks: usize) -> Bytes {
    let text = move || async move { format!("{{}}{}", " ".repeat(blanks)) };
    let app = Router::new().route("/", axum::routing::get(text));
    let app = app.layer(tower_http::compression::CompressionLayer::new());
    let request = http::Request::get("/").header("accept-encoding", "gzip");
    let answer = send(&app, request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.headers()["content-encoding"], "gzip");
    answer.into_body().collect().await.unwrap().to_bytes()
}

#[tokio::test]
async fn a_limit_further_inside_replaces_the_default() {
    let large = format!("{{}}{}", " ".repeat(150_000));
    let app = afp().install(taking::<Value>());
    assert_eq!(send(&app, json_request(large.clone())).await.status(), 413);
    for app in [
        taking::<Value>().layer(BodyLimit::bytes(200_000)),
        taking::<Value>().layer(DefaultBodyLimit::max(200_000)),
        taking::<Value>().layer(DefaultBodyLimit::disable()),
    ] {
        let app = afp().install(app);
        assert_eq!(send(&app, json_request(large.clone())).await.status(), 200);
    }
    let axums = Router::new().route("/", post(async |_: Json<Value>| "taken"));
    let answer = send(&afp().install(axums), json_request(large)).await;
    assert_eq!(answer.status(), 413);
    assert_eq!(envelope(answer).await["code"], "CONTENT_TOO_LARGE");
}

#[tokio::test]
async fn the_content_type_is_named() {
    let app = afp().install(taking::<Value>());
    for sent in [
        None,
        Some("text/plain"),
        Some("application/x-www-form-urlencoded"),
    ] {
        let mut request = json_request("{}");
        request.headers_mut().remove("content-type");
        if let Some(sent) = sent {
            let value = http::HeaderValue::from_static(sent);
            request.headers_mut().insert("content-type", value);
        }
        let answer = send(&app, request).await;
        assert_eq!(answer.status(), 415);
        let feedback = &envelope(answer).await["feedback"];
        assert_eq!(feedback["suggestion"]["content-type"], "application/json");
        assert_eq!(feedback["apply_to"], "header");
        assert_eq!(feedback["action"], "provide_missing_context");
        assert_eq!(feedback["retryable"], true);
        assert_eq!(feedback["current"]["content-type"].as_str(), sent);
    }
}

#[tokio::test]
async fn an_absent_body_is_none() {
    let handler = async |body: Option<AgentJson<Quote>>| body.is_some().to_string();
    let app = afp().install(Router::new().route("/", post(handler)));
    let request = http::Request::post("/").body(Body::empty()).unwrap();
    assert_eq!(send(&app, request).await.status(), 200);
    assert_eq!(refused(&app, "[1]").await["code"], "BODY_NOT_OBJECT");
}

#[tokio::test]
async fn too_few_members_are_counted() {
    let route = post(async |_: Json<Value>| "taken").layer(JsonObject::at_least(2));
    let app = afp().install(Router::new().route("/", route));
    let answer = refused(&app, r#"{"a":1}"#).await;
    assert_eq!(answer["code"], "TOO_FEW_FIELDS");
    assert_eq!(answer["feedback"]["current"]["members"], 1);
    assert_eq!(refused(&app, "7").await["code"], "BODY_NOT_OBJECT");
    let taken = send(&app, json_request(r#"{"a":1,"b":2}"#)).await;
    assert_eq!(taken.status(), 200);
}

#[tokio::test]
async fn odd_but_valid_bodies_pass() {
    let app = afp()
        .strict_json(true)
        .install(taking::<Map<String, Value>>());
    let many: Vec<String> = (0..10_000).map(|n| format!("\"{n}\":1")).collect();
    for body in [
        r#"{"constructor":1,"__proto__":{"x":1}}"#.to_owned(),
        format!("{{{}}}", many.join(",")),
        format!("{{\"a\":{}}}", text_of(60)),
    ] {
        assert_eq!(
            send(&app, json_request(body)).await.status(),
            StatusCode::OK
        );
    }
}

#[tokio::test]
async fn odd_members_are_unknown_like_others() {
    let app = afp().install(taking::<types::Order>());
    for name in [
        "constructor",
        "__proto__",
        "toString",
        "",
        "\\u0000",
        "a.b[0]",
    ] {
        let body = format!(
            r#"{{"productId":"a","side":"buy","quantity":1,"maxPricePerUnit":1,"customerId":"c","{name}":1}}"#
        );
        let answer = refused(&app, body).await;
        assert_eq!(answer["code"], "FIELD_UNKNOWN");
        assert_eq!(answer["feedback"]["action"], "use_different_field");
    }
    let many: Vec<String> = (0..10_000).map(|n| format!("\"m{n}\":1")).collect();
    let answer = refused(&app, format!("{{{}}}", many.join(","))).await;
    assert_eq!(answer["feedback"]["suggestion"], Value::Null);
    assert!(answer.to_string().len() < 8192, "{answer}");
}

#[tokio::test]
async fn numbers_beyond_a_float_are_refused() {
    for app in [taking::<Value>(), taking::<types::Order>()] {
        let app = afp().strict_json(true).install(app);
        let answer = refused(&app, r#"{"quantity":1e999}"#).await;
        assert_eq!(answer["code"], "MALFORMED_JSON", "{answer}");
        assert_eq!(answer["feedback"]["current"]["column"], 13);
    }
}

#[tokio::test]
async fn rejections_of_axum_become_envelopes_without_the_values() {
    let app = Router::new()
        .route("/", post(async |_: Json<types::Signup>| "taken"))
        .route(
            "/q",
            post(async |_: axum::extract::Query<types::Page>| "taken"),
        )
        .route("/p/{id}", post(async |_: axum::extract::Path<u64>| "taken"));
    let app = afp().install(app);
    for body in [
        r#"{"username":"a","password":{"hunter2":1},"email":"e","accept_terms":true}"#,
        r#"{"username":"a","password":"b","email":"e","accept_terms":"hunter2"}"#,
        r#"{"hunter2"#,
    ] {
        let answer = refused(&app, body).await;
        assert!(!answer.to_string().contains("hunter2"), "{answer}");
    }
    for path in ["/q?pageSize=hunter2&pageNumber=1", "/p/hunter2"] {
        let request = http::Request::post(path).body(Body::empty()).unwrap();
        let answer = envelope(send(&app, request).await).await;
        assert_eq!(answer["code"], "BAD_REQUEST");
        assert!(!answer["error"].to_string().contains("hunter2"), "{answer}");
    }
}
