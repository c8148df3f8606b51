//! The outbox while nothing is broken.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use afp_runtime::store::MemoryStore;
use serde_json::json;

use super::loopback::{Fake, Mood, soon};
use super::records::Service;

#[tokio::test]
async fn records_arrive_as_they_are_stored_and_leave_the_outbox() {
    let (fake, server) = Fake::start(Mood::Accept).await;
    let service = Service::start(&server.url).await;
    service.submit_all(0..250).await;
    soon(|| async { service.waiting().await == 0 }).await;
    let records = fake.records();
    let ids: BTreeSet<_> = records.iter().map(|record| record["id"].as_str()).collect();
    assert_eq!((records.len(), ids.len()), (250, 250));
    let id = records[0]["id"].as_str().unwrap().to_owned();
    let stored = service.store.find(id).await.unwrap().unwrap();
    assert_eq!(
        records[0].to_string(),
        to_value(&stored.to_json()).to_string()
    );
    assert!(fake.keys().iter().all(|key| key == "Bearer ingest-key"));
    soon(|| async { service.outbox.status().await.unwrap().delivered == 250 }).await;
    let status = service.outbox.status().await.unwrap();
    assert_eq!((status.parked, status.problem), (0, None));
}

fn to_value(json: &str) -> serde_json::Value {
    serde_json::from_str(json).unwrap()
}

#[tokio::test]
async fn the_store_in_memory_forwards_too() {
    let (fake, server) = Fake::start(Mood::Reject("goal 7")).await;
    let store = Arc::new(MemoryStore::new().unwrap());
    let service = Service::on(store, &server.url).await;
    service.submit_all(0..20).await;
    soon(|| async { service.waiting().await == 0 }).await;
    assert_eq!(fake.records().len(), 19);
    let parked = service.outbox.parked(10).await.unwrap();
    assert!(parked[0].record.feedback.json.contains("goal 7"));
    fake.set(Mood::Accept);
    assert_eq!(service.outbox.retry_parked().await.unwrap(), 1);
    soon(|| async { fake.records().len() == 20 }).await;
}

#[tokio::test]
async fn shutdown_sends_what_waits_and_may_be_called_twice() {
    let (fake, server) = Fake::start(Mood::Accept).await;
    let service = Service::start(&server.url).await;
    service.submit_all(0..1000).await;
    service.outbox.shutdown(Duration::from_secs(10)).await;
    assert_eq!(fake.records().len(), 1000);
    let started = Instant::now();
    service.outbox.shutdown(Duration::from_secs(10)).await;
    assert!(started.elapsed() < Duration::from_millis(100));
}

#[tokio::test]
async fn shutdown_keeps_its_deadline_while_the_collector_hangs() {
    let (_fake, server) = Fake::start(Mood::Hang).await;
    let service = Service::start(&server.url).await;
    service.submit_all(0..100).await;
    let started = Instant::now();
    service.outbox.shutdown(Duration::from_secs(1)).await;
    let took = started.elapsed();
    assert!(took < Duration::from_millis(1500), "{took:?}");
    assert_eq!(service.waiting().await, 100);
}

#[tokio::test]
async fn known_issues_of_the_collector_are_learned_and_taken_back() {
    let issue = json!({"id": "ORD-12", "title": "Refunds fail", "status": "in_progress"});
    let (fake, server) = Fake::start(Mood::Known(issue)).await;
    let service = Service::start(&server.url).await;
    assert_eq!(service.submit("first").await.known_issue, None);
    soon(|| async { service.submit("again").await.known_issue.is_some() }).await;
    let known = service.submit("and again").await.known_issue.unwrap();
    assert_eq!(known.id, "ORD-12");
    fake.set(Mood::Accept);
    soon(|| async { service.submit("later").await.known_issue.is_none() }).await;
}

#[tokio::test]
async fn an_issue_that_breaks_its_limits_is_not_passed_on() {
    let issue = json!({"id": "A", "title": "t", "status": "planned", "url": "javascript:alert(1)"});
    let (fake, server) = Fake::start(Mood::Known(issue)).await;
    let service = Service::start(&server.url).await;
    service.submit("first").await;
    soon(|| async { fake.records().len() == 1 }).await;
    soon(|| async { service.waiting().await == 0 }).await;
    assert_eq!(service.submit("second").await.known_issue, None);
}
