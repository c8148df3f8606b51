//! What is within the layer, and around it.

use std::{
    convert::Infallible,
    future::{Ready, ready},
    task::{Context, Poll},
};

use axum::{
    Router,
    http::{Request, Response, StatusCode},
    routing::get,
};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use serde_json::json;
use tower::{Layer, Service, ServiceExt, service_fn};

use super::json_answer;
use crate::outcomes::{
    support::{check_contract, serve},
    wire::contract,
};

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
    let served = serve(app).await;
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
