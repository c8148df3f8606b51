//! The client that reports.

mod attempts;
mod content;
mod endpoint;

use std::sync::{Arc, Mutex};

use afp_runtime::agent::{
    FeedbackClient, FeedbackClientBuilder, FeedbackFailure, FeedbackReceipt, Report,
};
use afp_runtime::feedback::FeedbackType;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, Response, Uri};

use super::loopback::Loopback;

const ACK: &str = r#"{"id":"fb_1","status":"accepted","received_at":"2026-09-21T14:13:20.005Z"}"#;

/// A request as it came.
#[derive(Clone, Debug)]
struct Seen {
    method: Method,
    path: String,
    authorization: Option<String>,
    body: String,
}

/// Answers by method and path, in the order of the list, and remembers.
#[derive(Clone, Default)]
struct Script {
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Script {
    async fn serve(
        answer: impl Fn(&Seen, usize) -> Response<Body> + Clone + Send + Sync + 'static,
    ) -> (Self, Loopback) {
        let script = Self::default();
        let seen = Arc::clone(&script.seen);
        let handler = move |method: Method, uri: Uri, headers: HeaderMap, body: Bytes| {
            let (seen, answer) = (Arc::clone(&seen), answer.clone());
            async move {
                let request = Seen {
                    method,
                    path: uri.path().to_owned(),
                    authorization: headers
                        .get("authorization")
                        .map(|key| key.to_str().unwrap().to_owned()),
                    body: String::from_utf8(body.to_vec()).unwrap(),
                };
                let mut seen = seen.lock().unwrap();
                seen.push(request.clone());
                let posts = seen
                    .iter()
                    .filter(|seen| seen.method == Method::POST)
                    .count();
                answer(&request, posts)
            }
        };
        let server = Loopback::serve(Router::new().fallback(handler)).await;
        (script, server)
    }

    fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    fn posts(&self) -> Vec<Seen> {
        let mut seen = self.seen();
        seen.retain(|request| request.method == Method::POST);
        seen
    }
}

fn answer(status: u16, body: impl Into<Body>) -> Response<Body> {
    Response::builder()
        .status(status)
        .body(body.into())
        .unwrap()
}

fn with(status: u16, name: &str, value: &str) -> Response<Body> {
    Response::builder()
        .status(status)
        .header(name, value)
        .body(Body::empty())
        .unwrap()
}

/// Takes reports at `/feedback`, knows nothing else.
fn plain(request: &Seen, _: usize) -> Response<Body> {
    if request.path == "/feedback" {
        answer(202, ACK)
    } else {
        answer(404, "")
    }
}

fn client(server: &Loopback) -> FeedbackClientBuilder {
    FeedbackClient::builder(&server.url).bearer("key")
}

fn report() -> Report {
    Report::new(
        FeedbackType::Bug,
        "Refund order 7",
        "The refund answered 500.",
    )
}

async fn submit(server: &Loopback) -> Result<FeedbackReceipt, FeedbackFailure> {
    client(server).build().unwrap().submit(report()).await
}

async fn failure(server: &Loopback) -> FeedbackFailure {
    submit(server).await.unwrap_err()
}
