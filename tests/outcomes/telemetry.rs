//! Telemetry: what is told, and that nothing is waited for.

use std::{
    convert::Infallible,
    future::ready,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use afp_runtime::{
    delivery::TelemetryQueue,
    http::outcome::OutcomeContract,
    outcome::{Endpoint, Surface, TelemetryEvent},
};
use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, Request, Response, StatusCode},
    routing::{get, post},
};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tower::{Layer, ServiceExt, service_fn};
use tracing_subscriber::layer::SubscriberExt;
use uuid::Uuid;

use super::support::{DEAD_ENDPOINT, KEY, Served, serve};

/// A collector that keeps what it gets and answers by a rule.
#[derive(Clone)]
struct Collector {
    batches: Arc<Mutex<Vec<Vec<Value>>>>,
    keys: Arc<Mutex<Vec<String>>>,
    rule: fn(&[Value]) -> u16,
}

impl Collector {
    async fn start(rule: fn(&[Value]) -> u16) -> (Self, Served) {
        let collector = Self {
            batches: Arc::default(),
            keys: Arc::default(),
            rule,
        };
        let app = Router::new()
            .route("/api/v2/telemetry/batches", post(Self::take))
            .with_state(collector.clone());
        (collector, serve(app).await)
    }

    async fn take(
        State(this): State<Self>,
        headers: HeaderMap,
        Json(batch): Json<Value>,
    ) -> StatusCode {
        let events = batch["events"].as_array().unwrap().clone();
        let status = StatusCode::from_u16((this.rule)(&events)).unwrap();
        this.keys
            .lock()
            .unwrap()
            .push(headers["authorization"].to_str().unwrap().to_owned());
        this.batches.lock().unwrap().push(events);
        status
    }

    fn batches(&self) -> Vec<Vec<Value>> {
        self.batches.lock().unwrap().clone()
    }

    /// The operations of all events, tries included.
    fn operations(&self) -> Vec<String> {
        let operation = |event: &Value| event["operation"].as_str().unwrap().to_owned();
        self.batches().iter().flatten().map(operation).collect()
    }
}

fn endpoint(served: &Served) -> Endpoint {
    Endpoint::development(&format!("http://{}", served.address)).unwrap()
}

fn queue(endpoint: &Endpoint) -> TelemetryQueue {
    TelemetryQueue::new(&KEY.parse().unwrap(), endpoint)
}

fn event(operation: &str) -> TelemetryEvent {
    let now = jiff::Timestamp::now();
    TelemetryEvent::new(Uuid::new_v4(), Surface::HttpJson, operation.to_owned(), now)
}

/// An address that accepts connections and never answers.
async fn hanging() -> (Endpoint, TcpListener) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (
        Endpoint::development(&format!("http://{address}")).unwrap(),
        listener,
    )
}

#[tokio::test]
async fn an_event_tells_the_template_and_nothing_of_the_path() {
    let (collector, served) = Collector::start(|_| 202).await;
    let contract = OutcomeContract::new(KEY, endpoint(&served))
        .unwrap()
        .customer_ref(|request| Some(request.headers.get("x-account")?.to_str().ok()?.to_owned()))
        .session_ref(|_| Some("s-1".to_owned()))
        .runtime_hint(|request| Some(request.headers.get("user-agent")?.to_str().ok()?.to_owned()));
    let handler = || async { Json(json!({})) };
    let users = Router::new().route("/users/{id}", get(handler));
    let app = Router::new()
        .nest("/api", users)
        .fallback(handler)
        .layer(contract.clone());
    let app = serve(app).await;
    let headers = [("x-account", "acct:7"), ("user-agent", "agent/1")];
    app.request(
        "GET",
        "/api/users/jane@example.test?token=abc",
        &headers,
        b"",
    )
    .await;
    app.get("/somewhere/jane@example.test").await;
    app.get("/elsewhere?token=abc").await;
    contract.telemetry().shutdown(Duration::from_secs(5)).await;

    let events = collector.batches().concat();
    assert_eq!(
        collector.operations(),
        ["/api/users/{id}", "unmatched", "unmatched"]
    );
    let text = json!(events).to_string();
    assert!(
        !text.contains("jane") && !text.contains("token") && !text.contains("where"),
        "{text}"
    );
    let mut first = events[0].clone();
    assert!(Uuid::parse_str(first["interactionId"].as_str().unwrap()).is_ok());
    first["interactionId"] = json!("ID");
    first["occurredAt"] = json!("TIME");
    first["durationMs"] = json!(0);
    insta::assert_json_snapshot!(first);
    assert_eq!(*collector.keys.lock().unwrap(), [format!("Bearer {KEY}")]);
}

#[tokio::test]
async fn without_routing_ids_in_the_path_are_left_out() {
    let (collector, served) = Collector::start(|_| 202).await;
    let contract = OutcomeContract::new(KEY, endpoint(&served)).unwrap();
    for path in [
        "/orders/123?x=1",
        "/runs/018f1f2e-7b4a-7c12-9c8d-123456789abc",
        "/search?q=checkout",
    ] {
        let service = contract.layer(service_fn(|_: Request<()>| {
            let mut response =
                Response::new(http_body_util::Full::new(bytes::Bytes::from_static(b"{}")));
            response
                .headers_mut()
                .insert("content-type", "application/json".parse().unwrap());
            ready(Ok::<_, Infallible>(response))
        }));
        service
            .oneshot(Request::get(path).body(()).unwrap())
            .await
            .unwrap();
    }
    contract.telemetry().shutdown(Duration::from_secs(5)).await;
    assert_eq!(
        collector.operations(),
        ["/orders/:id", "/runs/:id", "/search"]
    );
}

#[tokio::test]
async fn nothing_is_told_of_what_was_not_instrumented() {
    let (collector, served) = Collector::start(|_| 202).await;
    let contract = OutcomeContract::new(KEY, endpoint(&served)).unwrap();
    let app = Router::new()
        .route("/json", get(|| async { Json(json!({})) }))
        .route("/empty", get(|| async { StatusCode::NO_CONTENT }))
        .route("/text", get(|| async { "text" }))
        .route(
            "/broken",
            get(|| async { ([("content-type", "application/json")], "{") }),
        )
        .layer(contract.clone());
    let app = serve(app).await;
    app.request("HEAD", "/json", &[], b"").await;
    for path in ["/empty", "/text", "/broken", "/health"] {
        app.get(path).await;
    }
    let counts = contract.telemetry().shutdown(Duration::from_secs(5)).await;
    assert_eq!((counts.delivered, counts.dropped), (0, 0));
    assert_eq!(collector.batches().len(), 0);
}

/// Counts warnings.
#[derive(Clone, Default)]
struct Warnings(Arc<Mutex<usize>>);

impl<S: tracing::Subscriber> tracing_subscriber::Layer<S> for Warnings {
    fn on_event(&self, event: &tracing::Event<'_>, _: tracing_subscriber::layer::Context<'_, S>) {
        *self.0.lock().unwrap() += usize::from(*event.metadata().level() == tracing::Level::WARN);
    }
}

#[tokio::test]
async fn one_event_that_is_refused_takes_no_other_with_it() {
    let has_x = |events: &[Value]| {
        if events.iter().any(|e| e["operation"] == "X") {
            400
        } else {
            200
        }
    };
    let (collector, served) = Collector::start(has_x).await;
    let warnings = Warnings::default();
    let subscriber = tracing_subscriber::registry().with(warnings.clone());
    let _guard = tracing::subscriber::set_default(subscriber);
    let queue = queue(&endpoint(&served));
    queue.push(event("X"));
    for _ in 0..200 {
        queue.push(event("good"));
    }
    assert!(queue.counts().pending <= 201);
    let counts = queue.shutdown(Duration::from_secs(20)).await;
    assert_eq!(
        (counts.pending, counts.delivered, counts.dropped),
        (0, 200, 1)
    );
    let tries = collector
        .operations()
        .iter()
        .filter(|operation| *operation == "X")
        .count();
    assert!((1..=3).contains(&tries), "{tries} tries");
    assert!(collector.batches().iter().all(|batch| batch.len() <= 50));
    assert_eq!(*warnings.0.lock().unwrap(), 1);
}

#[tokio::test]
async fn passing_trouble_is_tried_again_and_lasting_trouble_is_dropped() {
    let (collector, served) = Collector::start(|_| 503).await;
    let warnings = Warnings::default();
    let _guard =
        tracing::subscriber::set_default(tracing_subscriber::registry().with(warnings.clone()));
    let queue = queue(&endpoint(&served));
    for _ in 0..60 {
        queue.push(event("x"));
    }
    let counts = queue.shutdown(Duration::from_secs(20)).await;
    assert_eq!((counts.delivered, counts.dropped), (0, 60));
    assert_eq!(
        collector.batches().len(),
        6,
        "two batches, three attempts each"
    );
    assert_eq!(*warnings.0.lock().unwrap(), 1);
}

#[tokio::test]
async fn a_wrong_key_is_not_tried_again_and_redirects_are_not_followed() {
    for rule in [|_: &[Value]| 401, |_: &[Value]| 307] {
        let (collector, served) = Collector::start(rule).await;
        let queue = queue(&endpoint(&served));
        queue.push(event("x"));
        assert_eq!(queue.shutdown(Duration::from_secs(5)).await.dropped, 1);
        assert_eq!(collector.batches().len(), 1);
    }
}

#[tokio::test]
async fn shutdown_keeps_its_limit_and_is_quick_the_second_time() {
    let (endpoint_that_hangs, _listener) = hanging().await;
    let queue_that_hangs = queue(&endpoint_that_hangs);
    for _ in 0..100 {
        queue_that_hangs.push(event("x"));
    }
    let start = Instant::now();
    let counts = queue_that_hangs.shutdown(Duration::from_secs(2)).await;
    assert!(
        start.elapsed() < Duration::from_millis(2500),
        "{:?}",
        start.elapsed()
    );
    assert_eq!(
        (counts.pending, counts.delivered, counts.dropped),
        (0, 0, 100)
    );
    let start = Instant::now();
    queue_that_hangs.shutdown(Duration::from_secs(2)).await;
    assert!(start.elapsed() < Duration::from_millis(100));

    let (collector, served) = Collector::start(|_| 202).await;
    let healthy = queue(&endpoint(&served));
    for _ in 0..100 {
        healthy.push(event("x"));
    }
    let counts = healthy.shutdown(Duration::from_secs(5)).await;
    assert_eq!(
        (counts.pending, counts.delivered, counts.dropped),
        (0, 100, 0)
    );
    assert_eq!(collector.operations().len(), 100);
    healthy.push(event("late"));
    let start = Instant::now();
    assert_eq!(healthy.shutdown(Duration::from_secs(2)).await.dropped, 1);
    assert!(start.elapsed() < Duration::from_millis(100));
}

#[tokio::test]
async fn a_full_queue_drops_the_oldest() {
    let (endpoint, _listener) = hanging().await;
    let queue = queue(&endpoint);
    for _ in 0..5000 {
        queue.push(event("x"));
        assert!(queue.counts().pending <= 1050);
    }
    let counts = queue.counts();
    assert_eq!(counts.pending + counts.dropped, 5000);
    queue.shutdown(Duration::ZERO).await;
    assert_eq!(queue.counts().dropped, 5000);
}

#[tokio::test]
async fn events_are_sent_without_a_shutdown() {
    let (_, served) = Collector::start(|_| 202).await;
    let queue = queue(&endpoint(&served));
    for wanted in 1..=2 {
        queue.push(event("x"));
        for _ in 0..100 {
            if queue.counts().delivered == wanted {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(queue.counts().delivered, wanted);
    }
}

#[test]
fn a_queue_made_outside_a_runtime_starts_with_its_first_use_inside_one() {
    let runtime = || {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap()
    };
    let served_by = tokio::runtime::Runtime::new().unwrap();
    let (_, served) = served_by.block_on(Collector::start(|_| 202));
    let queue = queue(&endpoint(&served));
    queue.push(event("waits"));
    assert_eq!(queue.counts().pending, 1);
    runtime().block_on(async { queue.push(event("starts")) });
    assert_eq!(
        queue.counts().pending,
        2,
        "its runtime is gone before the task ran"
    );
    let counts = runtime().block_on(queue.shutdown(Duration::from_secs(5)));
    assert_eq!((counts.pending, counts.delivered), (0, 2));
}

#[tokio::test]
async fn an_event_out_of_range_does_not_enter_the_queue() {
    let queue = queue(&Endpoint::development(DEAD_ENDPOINT).unwrap());
    queue.push(event(""));
    let counts = queue.counts();
    assert_eq!((counts.pending, counts.dropped), (0, 1));
}
