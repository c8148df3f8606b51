use std::net::SocketAddr;

use afp_runtime::feedback::Record;
use afp_runtime::http::Inbox;
use afp_runtime::store::{FeedbackStore, Query};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::Value;
use std::sync::Arc;
use tower::ServiceExt;

/// A submission that keeps every rule.
pub(crate) const MINIMAL: &str = r#"{"type":"bug","goal":"Refund order 7","message":"It is 500."}"#;

/// An inbox in memory with its store, and a way to talk to it.
pub(crate) struct Service {
    pub(crate) router: Router,
    pub(crate) store: Arc<dyn FeedbackStore>,
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Vec<u8>,
}

impl Service {
    pub(crate) fn new(inbox: Inbox) -> Self {
        let store = inbox.store();
        Self {
            router: inbox.router(),
            store,
        }
    }

    /// In memory, without a rate limit.
    pub(crate) fn plain() -> Self {
        Self::new(Inbox::memory().without_rate_limit())
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let response = self
            .router
            .clone()
            .oneshot(request)
            .await
            .expect("routers do not fail");
        let (parts, body) = response.into_parts();
        let bytes = body
            .collect()
            .await
            .expect("the body is there")
            .to_bytes()
            .to_vec();
        Answer {
            status: parts.status,
            headers: parts.headers,
            bytes,
        }
    }

    pub(crate) async fn post(&self, body: impl Into<Body>) -> Answer {
        self.send(post(body)).await
    }

    /// All records, newest first.
    pub(crate) async fn records(&self) -> Vec<Record> {
        let query = Query {
            limit: 1000,
            ..Query::default()
        };
        self.store
            .list(query)
            .await
            .expect("the store answers")
            .records
    }

    /// The feedback of the only record.
    pub(crate) async fn only_feedback(&self) -> Value {
        let records = self.records().await;
        assert_eq!(records.len(), 1);
        serde_json::from_str(&records[0].feedback.json).expect("stored feedback is JSON")
    }
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|_| panic!("{}", self.text()))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The paths of the details of an `invalid_feedback`.
    pub(crate) fn paths(&self) -> Vec<String> {
        let json = self.json();
        let details = json["error"]["details"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        details
            .iter()
            .map(|d| d["path"].as_str().unwrap_or("?").to_owned())
            .collect()
    }
}

pub(crate) fn request(method: &str, path: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path)
}

pub(crate) fn post(body: impl Into<Body>) -> Request<Body> {
    let request = request("POST", "/feedback").header("content-type", "application/json");
    request.body(body.into()).expect("a request")
}

/// The same request as it comes from a peer.
pub(crate) fn from_peer(mut request: Request<Body>, peer: &str) -> Request<Body> {
    let peer: SocketAddr = peer.parse().expect("an address and a port");
    request.extensions_mut().insert(ConnectInfo(peer));
    request
}

/// A body of unknown length in several parts.
pub(crate) fn chunked(bytes: Vec<u8>) -> Body {
    let chunks: Vec<_> = bytes
        .chunks(1000)
        .map(|chunk| Ok::<_, std::io::Error>(chunk.to_vec()))
        .collect();
    Body::from_stream(futures_util::stream::iter(chunks))
}

/// [`MINIMAL`] with more members.
pub(crate) fn with(members: &str) -> String {
    format!("{},{members}}}", MINIMAL.trim_end_matches('}'))
}
