//! Requests that fit, and who reads them.

use std::hint::black_box;
use std::sync::LazyLock;

use afp_runtime::http::{AgentJson, AgentPath, AgentQuery, StrictJson};
use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::routing::get;
use axum::{Json, Router};
use futures_util::FutureExt as _;
use serde::de::DeserializeOwned;
use tower::Service as _;

pub(crate) type Run = fn();

pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) base: Run,
    pub(crate) ours: Run,
    pub(crate) is_strict: bool,
    pub(crate) per_round: u32,
}

const fn row(name: &'static str, base: Run, ours: Run, per_round: u32) -> Row {
    Row {
        name,
        base,
        ours,
        is_strict: false,
        per_round,
    }
}

const fn strict(name: &'static str, base: Run, ours: Run, per_round: u32) -> Row {
    Row {
        is_strict: true,
        ..row(name, base, ours, per_round)
    }
}

pub(crate) const ROWS: [Row; 8] = [
    row("json, order of 120 B", axum_order, our_order, 5000),
    row("json, invoice of 2 kB", axum_invoice, our_invoice, 1000),
    row("json, invoice of 80 kB", axum_large, our_large, 30),
    row("query of 3 parameters", axum_query, our_query, 5000),
    row("path of 2 parameters, routed", axum_path, our_path, 3000),
    strict("strict json, order of 120 B", our_order, strict_order, 5000),
    strict(
        "strict json, invoice of 2 kB",
        our_invoice,
        strict_invoice,
        1000,
    ),
    strict("strict json, invoice of 80 kB", our_large, strict_large, 30),
];

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(dead_code, reason = "only read")]
struct Order {
    product_id: String,
    side: Side,
    quantity: u32,
    max_price_per_unit: u64,
    customer_id: String,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    Buy,
    Sell,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "only read")]
struct Invoice {
    number: String,
    lines: Vec<Line>,
    paid: bool,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "only read")]
struct Line {
    sku: String,
    text: String,
    quantity: u32,
    unit_price: f64,
    tags: Vec<String>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "only read")]
struct Page {
    page_size: u32,
    cursor: String,
    archived: Option<bool>,
}

static ORDER: Bytes = Bytes::from_static(
    br#"{"productId":"widget-7","side":"buy","quantity":25,"maxPricePerUnit":606,"customerId":"customer-19-of-example"}"#,
);
static INVOICE: LazyLock<Bytes> = LazyLock::new(|| invoice(16));
static LARGE: LazyLock<Bytes> = LazyLock::new(|| invoice(640));

fn invoice(lines: usize) -> Bytes {
    let line = |n: usize| {
        format!(
            r#"{{"sku":"A-{n}","text":"A part with \"quotes\" and é","quantity":{n},"unitPrice":19.5,"tags":["x","yy"]}}"#
        )
    };
    let lines: Vec<String> = (0..lines).map(line).collect();
    let json = format!(
        r#"{{"number":"2026-1","lines":[{}],"paid":false}}"#,
        lines.join(",")
    );
    Bytes::from(json)
}

fn read<E: FromRequest<()>>(body: &Bytes, strict: bool) {
    let mut request = Request::new(Body::from(body.clone()));
    let json = http::HeaderValue::from_static("application/json");
    request.headers_mut().insert("content-type", json);
    // On both sides, so that only the switch makes the difference.
    request.extensions_mut().insert(StrictJson(strict));
    let read = E::from_request(request, &()).now_or_never();
    assert!(black_box(read).is_some_and(|read| read.is_ok()));
}

fn axum_reads<T: DeserializeOwned>(body: &Bytes) {
    read::<Json<T>>(body, false);
}

fn we_read<T: DeserializeOwned>(body: &Bytes, strict: bool) {
    read::<AgentJson<T>>(body, strict);
}

fn axum_order() {
    axum_reads::<Order>(&ORDER);
}
fn our_order() {
    we_read::<Order>(&ORDER, false);
}
fn strict_order() {
    we_read::<Order>(&ORDER, true);
}
fn axum_invoice() {
    axum_reads::<Invoice>(&INVOICE);
}
fn our_invoice() {
    we_read::<Invoice>(&INVOICE, false);
}
fn strict_invoice() {
    we_read::<Invoice>(&INVOICE, true);
}
fn axum_large() {
    axum_reads::<Invoice>(&LARGE);
}
fn our_large() {
    we_read::<Invoice>(&LARGE, false);
}
fn strict_large() {
    we_read::<Invoice>(&LARGE, true);
}

fn query<E: FromRequestParts<()>>() {
    let request = http::Request::get("/pages?pageSize=20&cursor=a%20b&archived=true");
    let (mut parts, ()) = request.body(()).unwrap_or_default().into_parts();
    let read = E::from_request_parts(&mut parts, &()).now_or_never();
    assert!(black_box(read).is_some_and(|read| read.is_ok()));
}

fn axum_query() {
    query::<Query<Page>>();
}
fn our_query() {
    query::<AgentQuery<Page>>();
}

static AXUM_PATH: LazyLock<Router> = LazyLock::new(|| {
    let handler = async |Path((id, side)): Path<(u64, Side)>| {
        black_box((id, matches!(side, Side::Buy | Side::Sell)));
    };
    Router::new().route("/orders/{id}/{side}", get(handler))
});
static OUR_PATH: LazyLock<Router> = LazyLock::new(|| {
    let handler = async |AgentPath((id, side)): AgentPath<(u64, Side)>| {
        black_box((id, matches!(side, Side::Buy | Side::Sell)));
    };
    Router::new().route("/orders/{id}/{side}", get(handler))
});

fn path(router: &Router) {
    let request = http::Request::get("/orders/77/buy").body(Body::empty());
    let answer = router
        .clone()
        .call(request.unwrap_or_default())
        .now_or_never();
    let is_ok = answer
        .and_then(Result::ok)
        .is_some_and(|answer| answer.status() == 200);
    assert!(black_box(is_ok));
}

fn axum_path() {
    path(&AXUM_PATH);
}
fn our_path() {
    path(&OUR_PATH);
}
