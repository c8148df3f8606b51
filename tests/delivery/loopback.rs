//! Servers on the loopback interface that do as they are told.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// A server; stopped when dropped.
pub(crate) struct Loopback {
    pub(crate) url: String,
    task: JoinHandle<()>,
}

impl Loopback {
    pub(crate) async fn serve(app: Router) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let task = tokio::spawn(async move { axum::serve(listener, app).await.expect("serves") });
        Self { url, task }
    }
}

impl Drop for Loopback {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// The URL of a port where nobody listens.
pub(crate) async fn dead_url() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    format!("http://{}", listener.local_addr().expect("an address"))
}

/// What a collector answers next.
#[derive(Clone, Debug)]
pub(crate) enum Mood {
    Accept,
    Status(u16),
    RetryAfter(u16, u64),
    Hang,
    Html,
    HalfAnAnswer,
    /// Rejects the records whose goal holds this.
    Reject(&'static str),
    /// Refuses requests with a record whose goal holds this.
    Refuse(&'static str),
    /// Accepts, with this known issue.
    Known(Value),
}

/// A collector that records what it is sent.
#[derive(Clone)]
pub(crate) struct Fake(Arc<Mutex<State>>);

struct State {
    mood: Mood,
    requests: Vec<(Instant, usize)>,
    records: Vec<Value>,
    keys: Vec<String>,
    refused: usize,
}

impl Fake {
    pub(crate) async fn start(mood: Mood) -> (Self, Loopback) {
        let fake = Self(Arc::new(Mutex::new(State {
            mood,
            requests: Vec::new(),
            records: Vec::new(),
            keys: Vec::new(),
            refused: 0,
        })));
        let answering = fake.clone();
        let answer = move |headers: HeaderMap, uri: Uri, body: Bytes| {
            let fake = answering.clone();
            async move { fake.answer(&headers, &uri, &body).await }
        };
        let server = Loopback::serve(Router::new().fallback(answer)).await;
        (fake, server)
    }

    pub(crate) fn set(&self, mood: Mood) {
        self.0.lock().unwrap().mood = mood;
    }

    /// When requests came, and with how many records.
    pub(crate) fn requests(&self) -> Vec<(Instant, usize)> {
        self.0.lock().unwrap().requests.clone()
    }

    /// The records that were taken, in order.
    pub(crate) fn records(&self) -> Vec<Value> {
        self.0.lock().unwrap().records.clone()
    }

    pub(crate) fn goals(&self) -> Vec<String> {
        let goal = |record: &Value| record["feedback"]["goal"].as_str().unwrap().to_owned();
        self.records().iter().map(goal).collect()
    }

    /// How many requests were refused for what they held.
    pub(crate) fn refused(&self) -> usize {
        self.0.lock().unwrap().refused
    }

    pub(crate) fn keys(&self) -> Vec<String> {
        self.0.lock().unwrap().keys.clone()
    }

    async fn answer(&self, headers: &HeaderMap, uri: &Uri, body: &Bytes) -> Response<Body> {
        assert_eq!(uri.path(), "/v1/records");
        let body: Value = serde_json::from_slice(body).expect("JSON");
        let records = body["records"].as_array().expect("records").clone();
        assert!((1..=100).contains(&records.len()), "{}", records.len());
        let mood = {
            let mut state = self.0.lock().unwrap();
            state.requests.push((Instant::now(), records.len()));
            let key = headers
                .get("authorization")
                .map(|key| key.to_str().unwrap());
            state.keys.push(key.unwrap_or("").to_owned());
            state.mood.clone()
        };
        let has = |record: &Value, text: &str| {
            record["feedback"]["goal"].as_str().unwrap().contains(text)
        };
        match mood {
            Mood::Accept => self.take(records, |_| json!({"status": "accepted"})),
            Mood::Known(issue) => {
                self.take(records, |_| json!({"status": "accepted", "known_issue": issue}))
            }
            Mood::Reject(text) => self.take(records, |record| {
                if has(record, text) {
                    json!({"status": "rejected", "error": {"code": "invalid_feedback", "message": "no"}})
                } else {
                    json!({"status": "accepted"})
                }
            }),
            Mood::Refuse(text) if records.iter().any(|record| has(record, text)) => {
                self.0.lock().unwrap().refused += 1;
                let error = r#"{"error":{"code":"invalid_feedback","message":"bad"}}"#;
                respond(400, "application/json", error)
            }
            Mood::Refuse(_) => self.take(records, |_| json!({"status": "accepted"})),
            Mood::Status(status) => respond(status, "text/plain", "no"),
            Mood::RetryAfter(status, seconds) => {
                let mut response = respond(status, "text/plain", "later");
                response.headers_mut().insert(RETRY_AFTER, seconds.into());
                response
            }
            Mood::Html => respond(200, "text/html", "<html>welcome</html>"),
            Mood::HalfAnAnswer => respond(200, "application/json", r#"{"results":[{"id":"fb_"#),
            Mood::Hang => {
                tokio::time::sleep(Duration::from_secs(3600)).await;
                respond(500, "text/plain", "")
            }
        }
    }

    fn take(&self, records: Vec<Value>, verdict: impl Fn(&Value) -> Value) -> Response<Body> {
        let mut state = self.0.lock().unwrap();
        let mut results = Vec::new();
        for record in records {
            let mut result = verdict(&record);
            result["id"] = record["id"].clone();
            if result["status"] == "accepted" {
                state.records.push(record);
            }
            results.push(result);
        }
        respond(
            200,
            "application/json",
            json!({ "results": results }).to_string(),
        )
    }
}

fn respond(status: u16, kind: &'static str, body: impl Into<Body>) -> Response<Body> {
    let response = Response::builder().status(StatusCode::from_u16(status).unwrap());
    response
        .header(CONTENT_TYPE, kind)
        .body(body.into())
        .unwrap()
}

/// Waits until something holds, at most 20 s.
#[track_caller]
pub(crate) fn soon<F>(mut holds: impl FnMut() -> F) -> impl Future<Output = ()>
where
    F: Future<Output = bool>,
{
    let place = std::panic::Location::caller();
    async move {
        let started = Instant::now();
        while !holds().await {
            let late = started.elapsed() > Duration::from_secs(20);
            assert!(!late, "still does not hold: {place}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}
