//! What the outcome contract adds to a response.
//!
//! ```text
//! cargo run --release -p afp-benches --bin outcomes            the figures
//! cargo run --release -p afp-benches --bin outcomes -- --check the same, failing over the limits
//! ```
//!
//! A handler serialises its own JSON and answers with an axum body, alone and within the layer
//! (telemetry included, its queue full). Beside it, over the same bytes: parsing into
//! `serde_json::Value`, adding a member and serialising again, which is what a layer costs that
//! does not splice; and one pass of `IgnoredAny`, which checks syntax alone. The subjects take
//! turns in many short rounds; figures are each subject's quickest round of one run, since other load
//! on the machine only ever adds.

mod bodies;
mod latency;

use std::{convert::Infallible, future::ready, hint::black_box, process::ExitCode, time::Instant};

use afp_runtime::{
    http::outcome::OutcomeContract,
    outcome::{Endpoint, ProductKey, Signer, splice::read_html},
};
use axum::body::Body;
use futures_util::FutureExt;
use http::{HeaderValue, Request, Response, header::CONTENT_TYPE};
use http_body_util::BodyExt;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use tower::{Layer, Service, service_fn};

use self::bodies::Answer;

/// Rounds, and nanoseconds that each should take.
const ROUNDS: usize = 301;
const ROUND: f64 = 300_000.0;
const SIZES: [usize; 4] = [177, 4_096, 100_000, 1_000_000];
/// Nanoseconds that may be added to a response, and to each of its bytes.
const BASE: f64 = 2_500.0;
const PER_STRING_BYTE: f64 = 1.2;
const PER_NUMBER_BYTE: f64 = 2.0;
const SIGNING: f64 = 1_300.0;
const SKIPPING: f64 = 150.0;
const HTML_MB_PER_S: f64 = 500.0;

fn main() -> ExitCode {
    let mut within = true;
    println!(
        "{:>8} {:>9} {:>11} {:>11} {:>9} {:>8} {:>8} {:>8}",
        "bytes", "kind", "handler", "added", "limit", "ratio", "Value", "Ignored"
    );
    for size in SIZES {
        within &= body("strings", &*bodies::strings(size), PER_STRING_BYTE);
        within &= body("numbers", &*bodies::numbers(size), PER_NUMBER_BYTE);
    }
    within &= skipping();
    within &= signing();
    within &= html();
    within &= latency::report();
    let check = std::env::args().any(|argument| argument == "--check");
    ExitCode::from(u8::from(check && !within))
}

fn contract() -> OutcomeContract {
    let key = ProductKey::from_entropy(&[7; 40]);
    // Plain http on loopback is always a valid development endpoint.
    let endpoint = Endpoint::development("http://127.0.0.1:9").expect("an endpoint");
    OutcomeContract::new(key, endpoint)
        .expect("a contract")
        .max_body(4 * 1024 * 1024)
}

/// The time of each subject in nanoseconds, in its quickest round; they take turns.
fn quickest<const N: usize>(mut subjects: [&mut dyn FnMut(); N]) -> [f64; N] {
    let counts: Vec<u32> = subjects.iter_mut().map(|subject| count(subject)).collect();
    let mut times = [f64::INFINITY; N];
    for _ in 0..ROUNDS {
        for ((subject, best), count) in subjects.iter_mut().zip(&mut times).zip(&counts) {
            *best = best.min(round(subject, *count));
        }
    }
    times
}

fn round(subject: &mut dyn FnMut(), count: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..count {
        subject();
    }
    start.elapsed().as_nanos() as f64 / f64::from(count)
}

/// How often a subject fits into a round.
fn count(subject: &mut dyn FnMut()) -> u32 {
    let once = (0..5)
        .map(|_| round(subject, 3))
        .fold(f64::INFINITY, f64::min);
    (ROUND / once).ceil().max(1.0) as u32
}

/// Keeps the compiler from leaving out what made this value.
fn keep<T>(value: T) {
    black_box(value);
}

/// Sends a request through a service and reads the answer to its end.
fn exchange<S, B>(service: &mut S, path: &'static str) -> usize
where
    S: Service<Request<Body>, Response = Response<B>, Error = Infallible>,
    B: http_body::Body<Data = bytes::Bytes>,
{
    let mut request = Request::new(Body::empty());
    *request.uri_mut() = http::Uri::from_static(path);
    let response = service
        .call(request)
        .now_or_never()
        .expect("ready")
        .expect("infallible");
    let mut body = std::pin::pin!(response.into_body());
    let mut length = 0;
    while let Some(Some(Ok(frame))) = body.frame().now_or_never() {
        length += frame.data_ref().map_or(0, bytes::Bytes::len);
    }
    length
}

fn answer(body: Vec<u8>, content_type: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}

fn body(kind: &str, data: &dyn Answer, per_byte: f64) -> bool {
    let text = data.json();
    let respond =
        |_: Request<Body>| ready(Ok::<_, Infallible>(answer(data.json(), "application/json")));
    let mut alone = service_fn(respond);
    let mut within = contract().layer(service_fn(respond));
    assert!(
        exchange(&mut within, "/items") > text.len() + 900,
        "instrumented"
    );
    let [handler, layered, value, ignored] = quickest([
        &mut || keep(exchange(&mut alone, "/items")),
        &mut || keep(exchange(&mut within, "/items")),
        &mut || keep(round_trip(&text)),
        &mut || keep(serde_json::from_slice::<IgnoredAny>(&text).is_ok()),
    ]);
    let added = layered - handler;
    let limit = BASE + per_byte * text.len() as f64;
    println!(
        "{:>8} {kind:>9} {:>8.2} µs {:>8.2} µs {:>6.0} µs {:>8.2} {:>8.2} {:>8.2}{}",
        text.len(),
        handler / 1000.0,
        added / 1000.0,
        limit / 1000.0,
        added / handler,
        added / value,
        added / ignored,
        verdict(added <= limit),
    );
    added <= limit
}

/// What a layer does that parses: a tree, a member, and text again.
fn round_trip(text: &[u8]) -> Vec<u8> {
    let mut value: Value = serde_json::from_slice(text).unwrap_or_default();
    value["_agentFeedback"] = json!({ "v": 1 });
    serde_json::to_vec(&value).unwrap_or_default()
}

/// Responses that get no contract: by their path, and by their type.
fn skipping() -> bool {
    let respond = |_: Request<Body>| ready(Ok::<_, Infallible>(answer(Vec::new(), "text/plain")));
    let mut alone = service_fn(respond);
    let mut within = contract().layer(service_fn(respond));
    let mut others = within.clone();
    let [handler, path, kind] = quickest([
        &mut || keep(exchange(&mut alone, "/health")),
        &mut || keep(exchange(&mut within, "/health")),
        &mut || keep(exchange(&mut others, "/orders/export")),
    ]);
    let [path, kind] = [path - handler, kind - handler];
    let holds = path <= SKIPPING && kind <= SKIPPING;
    println!(
        "skipped: by path {path:.0} ns, by type {kind:.0} ns, limit {SKIPPING:.0} ns{}",
        verdict(holds)
    );
    holds
}

fn signing() -> bool {
    let signer = Signer::new(&ProductKey::from_entropy(&[7; 40]));
    let mut entropy = [0; 34];
    let [random] = quickest([&mut || getrandom::fill(&mut entropy).expect("entropy")]);
    let mut entropy = [0; 34];
    let mut mint = || {
        getrandom::fill(&mut entropy).expect("entropy");
        black_box(signer.sign(&entropy, 1_715_000_000));
    };
    let [both] = quickest([&mut mint]);
    println!(
        "signing: {both:.0} ns, {random:.0} ns of it entropy, limit {SIGNING:.0} ns{}",
        verdict(both <= SIGNING)
    );
    both <= SIGNING
}

fn html() -> bool {
    let page = bodies::page();
    let respond = |_: Request<Body>| ready(Ok::<_, Infallible>(answer(page.clone(), "text/html")));
    let mut alone = service_fn(respond);
    let mut within = contract().layer(service_fn(respond));
    assert!(
        exchange(&mut within, "/page") > page.len() + 900,
        "instrumented"
    );
    let [handler, layered, read] = quickest([
        &mut || keep(exchange(&mut alone, "/page")),
        &mut || keep(exchange(&mut within, "/page")),
        &mut || keep(read_html(&page)),
    ]);
    let speed = |time: f64| page.len() as f64 * 1000.0 / time;
    let (added, read) = (speed(layered - handler), speed(read));
    let holds = added >= HTML_MB_PER_S;
    println!(
        "html: {added:.0} MB/s in the layer, {read:.0} MB/s read alone, limit {HTML_MB_PER_S:.0} MB/s{}",
        verdict(holds)
    );
    holds
}

pub(crate) fn verdict(holds: bool) -> &'static str {
    if holds { "" } else { "  OVER THE LIMIT" }
}
