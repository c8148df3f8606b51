//! Memory stays flat.

use std::{convert::Infallible, future::ready};

use afp_runtime::{http::outcome::OutcomeContract, outcome::Endpoint};
use axum::http::{HeaderValue, Request, Response};
use bytes::Bytes;
use futures_util::stream;
use http_body::Frame;
use http_body_util::{BodyExt, Full, StreamBody, combinators::UnsyncBoxBody};
use tower::{Layer, ServiceExt, service_fn};

use super::support::{DEAD_ENDPOINT, KEY};

const MIB: usize = 1024 * 1024;
/// What a run may add, however much goes through it.
const ALLOWANCE: usize = 24 * MIB;

/// The resident memory of this process; `None` where it can't be told.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace()
        .nth(1)?
        .parse::<usize>()
        .ok()
        .map(|kib| kib * 1024)
}

#[track_caller]
fn assert_flat(before: Option<usize>) {
    if let (Some(before), Some(after)) = (before, resident()) {
        assert!(
            after < before + ALLOWANCE,
            "{} MiB more",
            (after - before) / MIB
        );
    }
}

type Boxed = UnsyncBoxBody<Bytes, Infallible>;

async fn response(
    contract: &OutcomeContract,
    body: Boxed,
) -> Response<impl http_body::Body<Data = Bytes, Error = Infallible>> {
    let mut response = Response::new(body);
    response
        .headers_mut()
        .insert("content-type", HeaderValue::from_static("application/json"));
    let mut response = Some(response);
    let service = contract.layer(service_fn(move |_: Request<()>| {
        ready(Ok::<_, Infallible>(response.take().unwrap()))
    }));
    service
        .oneshot(Request::get("/orders").body(()).unwrap())
        .await
        .unwrap()
}

/// So many MiB, one at a time.
fn streamed(mebibytes: usize) -> Boxed {
    let frames =
        stream::iter((0..mebibytes).map(|_| Ok(Frame::data(Bytes::from(vec![b' '; MIB])))));
    UnsyncBoxBody::new(StreamBody::new(frames))
}

/// The same with a known length.
struct Sized(Boxed, u64);

impl http_body::Body for Sized {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        std::pin::Pin::new(&mut self.0).poll_frame(context)
    }

    fn size_hint(&self) -> http_body::SizeHint {
        http_body::SizeHint::with_exact(self.1)
    }
}

#[tokio::test]
async fn bodies_of_200_mib_and_without_an_end_are_not_held() {
    let contract = super::wire::contract();
    let sized = UnsyncBoxBody::new(Sized(streamed(200), 200 * MIB as u64));
    for body in [streamed(2000), sized] {
        let before = resident();
        let mut body = response(&contract, body).await.into_body();
        let mut body = std::pin::pin!(&mut body);
        let mut read = 0;
        while let Some(frame) = body.frame().await {
            read += frame.unwrap().data_ref().unwrap().len();
            assert_flat(before);
        }
        assert!(read >= 200 * MIB);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_thousand_responses_with_a_dead_collector_leave_nothing() {
    let contract =
        OutcomeContract::new(KEY, Endpoint::development(DEAD_ENDPOINT).unwrap()).unwrap();
    let mut before = None;
    for number in 0..100_000 {
        // The queue is full and the client is made by then.
        if number == 5_000 {
            tokio::time::sleep(std::time::Duration::from_millis(600)).await;
            before = resident();
        }
        let body = UnsyncBoxBody::new(Full::new(Bytes::from_static(b"{\"a\":1}")));
        let body = response(&contract, body)
            .await
            .into_body()
            .collect()
            .await
            .unwrap()
            .to_bytes();
        assert!(body.len() > 900);
    }
    assert_flat(before);
    let counts = contract.telemetry().counts();
    assert!(counts.pending <= 1050);
    assert_eq!(counts.pending + counts.dropped, 100_000);
}
