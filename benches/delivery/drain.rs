use std::sync::Arc;
use std::time::{Duration, Instant};

use afp_runtime::delivery::{CollectorUrl, Outbox};
use afp_runtime::http::Collector;
use afp_runtime::store::{FeedbackStore, IssueTable, MemoryStore, SqliteStore};
use axum::Router;
use axum::body::Bytes;
use axum::routing::post;

use crate::goal::goal;
use crate::records::{fill, serve};

const RECORDS: usize = 100_000;

/// Drains an outbox on SQLite to a collector that only answers, and to one of this library.
pub(crate) async fn run() {
    let answering = Router::new().route("/v1/records", post(accept_all));
    let rate = drain(&serve(answering).await).await;
    goal(
        "outbox to a collector that only answers, records/s",
        rate,
        rate >= 20_000.0,
        "20000",
    );
    let store = Arc::new(MemoryStore::bounded(RECORDS * 2, 1 << 30).expect("a store"));
    let collector = Collector::new(store).await.expect("a collector").open();
    let rate = drain(&serve(collector.router()).await).await;
    println!("outbox to a collector of this library, in memory, both on these cores: {rate:.0}/s");
}

/// Takes everything; ids are cut out of the text, so that this costs little.
async fn accept_all(body: Bytes) -> String {
    let text = std::str::from_utf8(&body).expect("UTF-8");
    let mut answer = String::from("{\"results\":[");
    for (index, part) in text.split("{\"id\":\"").skip(1).enumerate() {
        let id = part.split('"').next().unwrap_or_default();
        if index > 0 {
            answer.push(',');
        }
        answer.push_str(&format!("{{\"id\":\"{id}\",\"status\":\"accepted\"}}"));
    }
    answer.push_str("]}");
    answer
}

async fn drain(url: &str) -> f64 {
    let folder = tempfile::tempdir_in(".").expect("a folder");
    let path = folder.path().join("f.db");
    let store = SqliteStore::open(path).await.expect("a store");
    let store: Arc<dyn FeedbackStore> = Arc::new(store);
    let outbox = store.outbox().expect("an outbox");
    outbox.set_forwarding(true).await.expect("on");
    fill(&store, RECORDS).await;
    let collector = CollectorUrl::new(url, None).expect("a URL");
    let started = Instant::now();
    let outbox = Outbox::start(Arc::clone(&store), collector, IssueTable::default());
    let outbox = outbox.await.expect("an outbox");
    outbox.shutdown(Duration::from_secs(120)).await;
    let took = started.elapsed();
    let status = outbox.status().await.expect("a status");
    assert_eq!((status.waiting, status.delivered), (0, RECORDS as u64));
    RECORDS as f64 / took.as_secs_f64()
}
