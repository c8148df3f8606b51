//! Bodies that come in pieces.

use std::{
    convert::Infallible,
    future::ready,
    pin::Pin,
    task::{Context, Poll},
};

use afp_runtime::http::outcome::ContractBody;
use axum::http::{HeaderMap, HeaderValue, Request, Response};
use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::{BodyExt, StreamBody};
use serde_json::Value;
use tower::{Layer, ServiceExt, service_fn};

use crate::outcomes::{support::check_contract, wire::contract};

/// A body of the given frames that says how long it is.
struct Framed {
    frames: Vec<Result<Frame<Bytes>, &'static str>>,
    says: u64,
}

impl Body for Framed {
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

/// What the layer makes of a JSON response with this body.
async fn through<B: Body>(body: B) -> Response<ContractBody<B>> {
    let mut response = Response::new(body);
    response
        .headers_mut()
        .insert("content-type", HeaderValue::from_static("application/json"));
    let mut response = Some(response);
    let service = contract().layer(service_fn(move |_: Request<()>| {
        ready(Ok::<_, Infallible>(response.take().unwrap()))
    }));
    service.oneshot(Request::new(())).await.unwrap()
}

async fn send(body: Framed) -> (HeaderMap, Vec<Result<Frame<Bytes>, &'static str>>) {
    let (parts, body) = through(body).await.into_parts();
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
    let mut body = through(StreamBody::new(endless)).await.into_body();
    for _ in 0..100_000 {
        assert_eq!(
            body.frame().await.unwrap().unwrap().data_ref().unwrap(),
            "{}"
        );
    }
}
