//! The layer alone.

use std::{
    convert::Infallible,
    future::{Ready, ready},
    pin::Pin,
    task::{Context, Poll},
};

use afp_runtime::{
    http::outcome::OutcomeContract,
    outcome::{Endpoint, Mode, Texts, splice::find_contract_element},
};
use axum::{
    Router,
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode},
    routing::get,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use http_body_util::{BodyExt, Full, StreamBody};
use serde_json::{Value, json};
use tower::{Layer, Service, ServiceExt, service_fn};

use super::{
    support::{KEY, check_contract},
    wire::contract,
};

/// Sends a GET through the layer around a service that answers with this.
async fn through<B>(
    contract: &OutcomeContract,
    path: &str,
    response: Response<B>,
) -> Response<Bytes>
where
    B: http_body::Body + Clone,
    B::Error: std::fmt::Debug,
{
    let service = contract.layer(service_fn(move |_: Request<()>| {
        ready(Ok::<_, Infallible>(response.clone()))
    }));
    let request = Request::get(path).body(()).unwrap();
    let (parts, body) = service.oneshot(request).await.unwrap().into_parts();
    Response::from_parts(parts, body.collect().await.unwrap().to_bytes())
}

fn answer(headers: &[(&str, &str)], body: &'static [u8]) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from_static(body)));
    for (name, value) in headers {
        let name: HeaderName = name.parse().unwrap();
        response
            .headers_mut()
            .append(name, HeaderValue::from_str(value).unwrap());
    }
    response
}

fn json_answer(body: &'static [u8]) -> Response<Full<Bytes>> {
    answer(&[("content-type", "application/json")], body)
}

fn is_instrumented(response: &Response<Bytes>) -> bool {
    let body = String::from_utf8_lossy(response.body());
    body.contains("afr2_") || response.headers().contains_key("agent-feedback")
}

#[tokio::test]
async fn every_byte_of_an_object_stays_as_it_was() {
    for body in [
        &br#"{}"#[..],
        b" { } \r\n",
        br#"{"b":1,"a":1.50,"a":2,"n":123456789012345678901234567890,"e":1E+2,"u":"\u00e9\/"}"#,
        "{\n  \"é\": \"\u{2028}\",\n  \"x\": [ ]\n}\n".as_bytes(),
    ] {
        let response = through(&contract(), "/", json_answer(body)).await;
        let text = response.body();
        let end = body.iter().rposition(|byte| *byte == b'}').unwrap();
        let added = text.len() - body.len();
        assert_eq!([&text[..end], &text[end + added..]].concat(), body);
        let value: Value = serde_json::from_slice(text).unwrap();
        check_contract(value["_agentFeedback"].to_string().as_bytes());
    }
}

#[tokio::test]
async fn other_json_values_get_headers_beside_what_is_there() {
    for body in [
        &b"[1,{\"_agentFeedback\":2}]"[..],
        b"\"x\"",
        b"7",
        b"true",
        b"null",
        b" [] ",
    ] {
        let sent = answer(
            &[
                ("content-type", "application/json"),
                ("link", "</p2>; rel=\"next\""),
                ("etag", "\"1\""),
            ],
            body,
        );
        let response = through(&contract(), "/", sent).await;
        assert_eq!(response.body(), body);
        let links: Vec<_> = response.headers().get_all("link").iter().collect();
        assert_eq!(links.len(), 2);
        assert_eq!(response.headers()["etag"], "\"1\"", "the body is the same");
        assert_eq!(response.headers()["cache-control"], "private, no-store");
        let header = response.headers()["agent-feedback"].to_str().unwrap();
        check_contract(&URL_SAFE_NO_PAD.decode(header).unwrap());
    }
}

#[tokio::test]
async fn what_is_not_json_or_has_a_contract_is_left_alone() {
    for body in [
        &b""[..],
        b"{",
        b"{\"a\":01}",
        b"{}{}",
        b"\xef\xbb\xbf{}",
        b"{\"a\":\"\xff\"}",
        br#"{"_agentFeedback":null}"#,
        br#"{"a":1,"\u005fagentFeedback":null}"#,
    ] {
        let sent = json_answer(body);
        let response = through(&contract(), "/", sent.clone()).await;
        assert_eq!(response.body(), body);
        assert_eq!(response.headers(), sent.headers());
    }
}

#[tokio::test]
async fn heads_that_close_a_response_are_respected() {
    let json = ("content-type", "application/json");
    for headers in [
        vec![],
        vec![("content-type", "text/plain")],
        vec![json, json],
        vec![json, ("content-range", "bytes 0-6/7")],
        vec![json, ("cache-control", "public, max-age=60")],
        vec![json, ("cache-control", "s-maxage=60")],
        vec![json, ("cache-control", "max-age=1, immutable")],
        vec![json, ("cdn-cache-control", "max-age=60")],
        vec![json, ("agent-feedback", "x")],
    ] {
        let sent = answer(&headers, br#"{"a":1}"#);
        let response = through(&contract(), "/", sent.clone()).await;
        assert_eq!(response.body(), &br#"{"a":1}"#[..], "{headers:?}");
        assert_eq!(response.headers(), sent.headers(), "{headers:?}");
    }
}

#[tokio::test]
async fn sharing_ends_only_by_choice() {
    let sent = answer(
        &[
            ("content-type", "application/json"),
            ("cache-control", "public, max-age=60"),
            ("cdn-cache-control", "max-age=60"),
        ],
        b"{}",
    );
    let response = through(&contract().include_shared(), "/", sent).await;
    assert!(is_instrumented(&response));
    assert_eq!(response.headers()["cache-control"], "private, no-store");
    assert!(!response.headers().contains_key("cdn-cache-control"));
}

#[tokio::test]
async fn a_changed_body_loses_what_described_the_old_one() {
    let describing = [
        ("etag", "\"1\""),
        ("last-modified", "Mon, 01 Jan 2024 00:00:00 GMT"),
        ("content-md5", "x"),
        ("digest", "sha-256=x"),
        ("content-digest", "sha-256=:x:"),
        ("repr-digest", "sha-256=:x:"),
        ("accept-ranges", "bytes"),
        ("expires", "Mon, 01 Jan 2024 00:00:00 GMT"),
        ("age", "5"),
        ("x-accel-expires", "5"),
        ("cache-control", "max-age=5"),
    ];
    let mut headers = vec![
        ("content-type", "application/json"),
        ("x-request-id", "7"),
        ("vary", "accept"),
    ];
    headers.extend(describing);
    let response = through(&contract(), "/", answer(&headers, b"{\"a\":1}")).await;
    let mut left: Vec<_> = response.headers().keys().map(HeaderName::as_str).collect();
    left.sort_unstable();
    assert_eq!(
        left,
        ["cache-control", "content-type", "vary", "x-request-id"]
    );
}

#[tokio::test]
async fn pages_get_an_element_and_texts_survive_it() {
    let nasty = "</script><b id=x> <!--<script> \u{2028} $1 $& $name é";
    let texts = Texts::of(Mode::Auto).instruction(nasty).note(nasty);
    let contract = contract().texts(texts).unwrap();
    let page = "<html><head><title>x</title></head><body><p>rest</p></body></html>";
    let sent = answer(
        &[("content-type", "text/html; charset=utf-8")],
        page.as_bytes(),
    );
    let response = through(&contract, "/", sent).await;
    let range = find_contract_element(response.body()).unwrap();
    let read = check_contract(&response.body()[range]);
    assert_eq!((read.instruction(), read.note_guidance()), (nasty, nasty));
    let (scripts, ids) = super::pages::scripts(response.body(), true);
    assert_eq!((scripts.len(), ids), (1, 1));
    assert_eq!(super::pages::count_id(response.body(), "x"), 0);
    assert!(String::from_utf8_lossy(response.body()).ends_with("<body><p>rest</p></body></html>"));
}

#[tokio::test]
async fn pages_without_a_place_get_headers() {
    let sent = answer(&[("content-type", "text/html")], b"<p>x<!-- and no end");
    let response = through(&contract(), "/", sent).await;
    assert_eq!(response.body(), &b"<p>x<!-- and no end"[..]);
    assert!(response.headers().contains_key("agent-feedback"));
}

#[tokio::test]
async fn paths_methods_and_modes_decide() {
    let json = || json_answer(b"{}");
    let off = contract().mode(Mode::Off);
    assert!(!is_instrumented(&through(&off, "/", json()).await));
    assert!(!is_instrumented(
        &through(&contract(), "/health", json()).await
    ));
    assert!(!is_instrumented(
        &through(&contract(), "/healthz?x=/orders", json()).await
    ));
    let narrow = contract()
        .include("/api/**")
        .unwrap()
        .exclude("/api/private/**")
        .unwrap();
    assert!(is_instrumented(
        &through(&narrow, "/api/orders?q=/api/private/", json()).await
    ));
    assert!(!is_instrumented(
        &through(&narrow, "/api/private/x", json()).await
    ));
    assert!(!is_instrumented(&through(&narrow, "/orders", json()).await));
    let ask = through(&contract().mode(Mode::Ask), "/", json()).await;
    let value: Value = serde_json::from_slice(ask.body()).unwrap();
    assert_eq!(
        (
            &value["_agentFeedback"]["mode"],
            &value["_agentFeedback"]["requested"]
        ),
        (&json!("ask"), &json!(false))
    );
    let hal = answer(&[("content-type", "application/hal+json")], b"{}");
    assert!(!is_instrumented(
        &through(&contract(), "/", hal.clone()).await
    ));
    assert!(is_instrumented(
        &through(&contract().include_json_suffix(), "/", hal).await
    ));
}

#[tokio::test]
async fn a_second_layer_adds_nothing() {
    for body in [&b"{\"a\":1}"[..], b"[1]"] {
        let inner = contract().layer(service_fn(move |_: Request<()>| {
            ready(Ok::<_, Infallible>(json_answer(body)))
        }));
        let service = contract().layer(inner);
        let response = service.oneshot(Request::new(())).await.unwrap();
        assert!(response.headers().get_all("agent-feedback").iter().count() <= 1);
        let body = response.into_body().collect().await.unwrap().to_bytes();
        assert!(String::from_utf8_lossy(&body).matches("afr2_").count() <= 1);
    }
}

#[tokio::test]
async fn bodies_over_the_bound_pass_unread() {
    let contract = contract().max_body(10);
    assert!(is_instrumented(
        &through(&contract, "/", json_answer(b"{\"a\":1234}")).await
    ));
    assert!(!is_instrumented(
        &through(&contract, "/", json_answer(b"{\"a\":12345}")).await
    ));
}

#[tokio::test]
async fn long_bodies_are_spliced_like_short_ones() {
    let long = format!("{{\"a\":\"{}\"}}\n", "x".repeat(200_000));
    let mut response = Response::new(Full::new(Bytes::from(long.clone())));
    response
        .headers_mut()
        .insert("content-type", HeaderValue::from_static("application/json"));
    let response = through(&contract(), "/", response).await;
    let value: Value = serde_json::from_slice(response.body()).unwrap();
    check_contract(value["_agentFeedback"].to_string().as_bytes());
    assert!(
        response
            .body()
            .starts_with(&long.as_bytes()[..long.len() - 2])
    );
    assert!(response.body().ends_with(b"}}\n"));
}

/// A body of the given frames that says how long it is.
struct Framed {
    frames: Vec<Result<Frame<Bytes>, &'static str>>,
    says: u64,
}

impl http_body::Body for Framed {
    type Data = Bytes;
    type Error = &'static str;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, &'static str>>> {
        if self.frames.is_empty() {
            return Poll::Ready(None);
        }
        Poll::Ready(Some(self.frames.remove(0)))
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.says)
    }
}

async fn send(body: Framed) -> (HeaderMap, Vec<Result<Frame<Bytes>, &'static str>>) {
    let mut response = Some(Response::new(body));
    let service = contract().layer(service_fn(move |_: Request<()>| {
        let mut response = response.take().unwrap();
        response
            .headers_mut()
            .insert("content-type", HeaderValue::from_static("application/json"));
        ready(Ok::<_, Infallible>(response))
    }));
    let (parts, body) = service
        .oneshot(Request::new(()))
        .await
        .unwrap()
        .into_parts();
    let mut body = std::pin::pin!(body);
    let mut frames = Vec::new();
    while let Some(frame) = body.frame().await {
        frames.push(frame);
    }
    (parts.headers, frames)
}

fn data(text: &'static str) -> Result<Frame<Bytes>, &'static str> {
    Ok(Frame::data(Bytes::from_static(text.as_bytes())))
}

fn text(frames: &[Result<Frame<Bytes>, &'static str>]) -> String {
    let data = frames.iter().flatten().filter_map(|frame| frame.data_ref());
    data.map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        .collect()
}

#[tokio::test]
async fn trailers_stay_behind_the_data() {
    let mut trailers = HeaderMap::new();
    trailers.insert("x-sum", HeaderValue::from_static("7"));
    let frames = vec![
        data("{\"a\""),
        data(":1}"),
        Ok(Frame::trailers(trailers.clone())),
    ];
    let (_, frames) = send(Framed { frames, says: 7 }).await;
    assert!(text(&frames).contains("afr2_"));
    assert_eq!(
        frames.last().unwrap().as_ref().unwrap().trailers_ref(),
        Some(&trailers)
    );
}

#[tokio::test]
async fn a_failing_body_fails_as_it_did() {
    let frames = vec![data("{\"a\""), Err("disk on fire")];
    let (headers, frames) = send(Framed { frames, says: 7 }).await;
    assert_eq!(text(&frames), "{\"a\"");
    assert_eq!(
        frames.last().unwrap().as_ref().unwrap_err(),
        &"disk on fire"
    );
    assert!(!headers.contains_key("cache-control"));
}

#[tokio::test]
async fn a_body_longer_than_it_says_passes_as_it_is() {
    let frames = vec![data("{}"), data("        "), data("more"), data("and more")];
    let (headers, frames) = send(Framed { frames, says: 2 }).await;
    assert_eq!(text(&frames), "{}        moreand more");
    assert!(!headers.contains_key("cache-control"));
}

#[tokio::test]
async fn many_small_pieces_are_one_body() {
    let frames: Vec<_> = "{\"a\":[1,2,3,4,5,6,7,8,9,10,11,12]}"
        .bytes()
        .map(|byte| Ok(Frame::data(Bytes::from(vec![byte]))))
        .collect();
    let says = frames.len() as u64;
    let (_, frames) = send(Framed { frames, says }).await;
    let value: Value = serde_json::from_str(&text(&frames)).unwrap();
    assert_eq!(value["a"][11], 12);
    check_contract(value["_agentFeedback"].to_string().as_bytes());
}

#[tokio::test]
async fn an_endless_body_is_not_read() {
    let endless = futures_util::stream::repeat_with(|| data("{}"));
    let mut response = Some(Response::new(StreamBody::new(endless)));
    let service = contract().layer(service_fn(move |_: Request<()>| {
        let mut response = response.take().unwrap();
        response
            .headers_mut()
            .insert("content-type", HeaderValue::from_static("application/json"));
        ready(Ok::<_, Infallible>(response))
    }));
    let mut body = service.oneshot(Request::new(())).await.unwrap().into_body();
    for _ in 0..100_000 {
        assert_eq!(
            body.frame().await.unwrap().unwrap().data_ref().unwrap(),
            "{}"
        );
    }
}

/// Ready at the third time of asking.
#[derive(Clone)]
struct Slow(u8);

impl Service<Request<()>> for Slow {
    type Response = Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.0 += 1;
        context.waker().wake_by_ref();
        if self.0 < 3 {
            Poll::Pending
        } else {
            Poll::Ready(Ok(()))
        }
    }

    fn call(&mut self, _: Request<()>) -> Self::Future {
        assert!(self.0 >= 3, "called before it was ready");
        ready(Ok(json_answer(b"{}")))
    }
}

#[tokio::test]
async fn readiness_is_that_of_the_service_within() {
    let mut service = contract().layer(Slow(0));
    let response = service
        .ready()
        .await
        .unwrap()
        .call(Request::new(()))
        .await
        .unwrap();
    assert_eq!(response.status(), StatusCode::OK);
}

#[tokio::test]
async fn extractors_can_not_fail_a_response() {
    let contract = OutcomeContract::new(KEY, Endpoint::new("https://collector.example").unwrap())
        .unwrap()
        .customer_ref(|_| panic!("no account"))
        .session_ref(|_| Some("not a reference!".to_owned()))
        .runtime_hint(|_| None);
    assert!(is_instrumented(
        &through(&contract, "/", json_answer(b"{}")).await
    ));
}

#[tokio::test]
async fn in_a_nested_router_patterns_see_the_whole_path() {
    let contract = contract().include("/api/orders/**").unwrap();
    let handler = || async { ([("content-type", "application/json")], "{}") };
    let nested = Router::new()
        .route("/orders/{id}", get(handler))
        .layer(contract);
    let app = Router::new().nest("/api", nested);
    let request = Request::get("/api/orders/7").body(Body::empty()).unwrap();
    let body = app
        .oneshot(request)
        .await
        .unwrap()
        .into_body()
        .collect()
        .await
        .unwrap()
        .to_bytes();
    assert!(String::from_utf8_lossy(&body).contains("afr2_"));
}

/// Runs alone in a process whose environment switches contracts off.
#[tokio::test]
#[ignore = "run by the test below, in a process of its own"]
async fn switched_off() {
    assert!(!is_instrumented(
        &through(&contract(), "/", json_answer(b"{}")).await
    ));
    let tools = super::mcp::tools();
    let tool = rmcp::model::Tool::new("x", "x", serde_json::Map::new());
    let result = rmcp::model::CallToolResult::success(Vec::new());
    assert_eq!(
        tools.decorate(&tool, result.clone(), &Default::default()),
        result
    );
}

#[test]
fn the_environment_switches_everything_off() {
    let run = |value: &str| {
        std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "outcomes::layer::switched_off"])
            .env("AGENT_FEEDBACK_ENABLED", value)
            .output()
            .unwrap()
    };
    let off = run("false");
    let printed = String::from_utf8_lossy(&off.stdout);
    assert!(
        off.status.success() && printed.contains("1 passed"),
        "{printed}"
    );
    assert!(!run("true").status.success());
}

#[tokio::test]
async fn it_composes_with_install() {
    let app = Router::new()
        .route(
            "/orders/{id}",
            get(|| async { axum::Json(json!({ "total": 7 })) }),
        )
        .route(
            "/broken",
            get(|| async { StatusCode::INTERNAL_SERVER_ERROR }),
        );
    let app = afp_runtime::http::Afp::new(afp_runtime::registry![])
        .docs_base("https://api.example.com/errors")
        .outcomes(contract())
        .install(app);
    let served = super::support::serve(app).await;
    let answer = served.get("/orders/7").await;
    check_contract(answer.json()["_agentFeedback"].to_string().as_bytes());
    let head = served.request("HEAD", "/orders/7", &[], b"").await;
    assert_eq!(
        (head.status, head.header("content-length")),
        (200, Some("11"))
    );
    for path in ["/broken", "/nowhere", "/api/errors"] {
        assert!(!served.get(path).await.text().contains("afr2_"), "{path}");
    }
}
