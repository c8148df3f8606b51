use std::sync::Arc;
use std::time::{Duration, Instant};

use afp_runtime::http::Collector;
use afp_runtime::store::{FeedbackStore, SqliteStore};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use futures_util::future::join_all;
use http_body_util::BodyExt;
use tower::ServiceExt;

use crate::goal::goal;
use crate::records::{fill, record};

const RECORDS: usize = 100_000;
const CLIENTS: usize = 8;

async fn collector(store: Arc<dyn FeedbackStore>) -> Router {
    let collector = Collector::new(store).await.expect("a collector");
    collector.ingest_key("k").admin_key("k").router()
}

async fn on_disk(folder: &tempfile::TempDir) -> Arc<dyn FeedbackStore> {
    let path = folder.path().join("f.db");
    Arc::new(SqliteStore::open(path).await.expect("a store"))
}

/// `POST /v1/records` with batches of 100 from 8 clients, on a file whose commits are synced.
pub(crate) async fn ingest() {
    let folder = tempfile::tempdir_in(".").expect("a folder");
    let app = collector(on_disk(&folder).await).await;
    let bodies: Vec<String> = (0..RECORDS)
        .step_by(100)
        .map(|start| {
            let records = (start..start + 100).map(|number| record(number).to_json());
            format!(
                "{{\"records\":[{}]}}",
                records.collect::<Vec<_>>().join(",")
            )
        })
        .collect();
    let bodies = Arc::new(bodies);
    let started = Instant::now();
    let clients = (0..CLIENTS).map(|client| {
        let (app, bodies) = (app.clone(), Arc::clone(&bodies));
        tokio::spawn(async move {
            for body in bodies.iter().skip(client).step_by(CLIENTS) {
                let response = post(&app, body.clone()).await;
                assert!(!response.contains("rejected") && !response.contains("duplicate"));
            }
        })
    });
    for client in join_all(clients).await {
        client.expect("no panic");
    }
    let rate = RECORDS as f64 / started.elapsed().as_secs_f64();
    let size = bodies[0].len() / 1024;
    println!("batches of 100 records have {size} KiB");
    goal(
        "POST /v1/records on SQLite, records/s",
        rate,
        rate >= 20_000.0,
        "20000",
    );
}

async fn post(app: &Router, body: String) -> String {
    let request = Request::post("/v1/records")
        .header("content-type", "application/json")
        .header("authorization", "Bearer k")
        .body(Body::from(body))
        .expect("a request");
    answer(app, request).await
}

async fn answer(app: &Router, request: Request<Body>) -> String {
    let response = app.clone().oneshot(request).await.expect("an answer");
    assert_eq!(response.status(), 200);
    let body = response.into_body().collect().await.expect("a body");
    String::from_utf8(body.to_bytes().to_vec()).expect("UTF-8")
}

/// `GET /v1/summary` over 1,000,000 records.
pub(crate) async fn summary() {
    let folder = tempfile::tempdir_in(".").expect("a folder");
    let store = on_disk(&folder).await;
    let started = Instant::now();
    fill(&store, 1_000_000).await;
    println!("1,000,000 records stored in {:.1?}", started.elapsed());
    let app = collector(store).await;
    let mut times = Vec::new();
    for _ in 0..101 {
        let request = Request::get("/v1/summary").header("authorization", "Bearer k");
        let started = Instant::now();
        let body = answer(&app, request.body(Body::empty()).expect("a request")).await;
        times.push(started.elapsed());
        assert!(body.contains("\"total\":1000000"), "{body}");
    }
    times.sort();
    let median = times[times.len() / 2];
    let milliseconds = median.as_secs_f64() * 1e3;
    goal(
        "summary of 1,000,000 records, ms (median)",
        milliseconds,
        median < Duration::from_millis(5),
        "< 5",
    );
}
