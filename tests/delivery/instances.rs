//! Several services on one database.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use afp_runtime::store::{FeedbackStore, PostgresStore, SqliteStore};

use super::loopback::{Fake, Mood, soon};
use super::records::Service;
use crate::stores::postgres::cluster::Cluster;

#[tokio::test]
async fn two_services_on_one_file_send_each_record_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f.db");
    let open = || async { SqliteStore::open(&path).await.unwrap() };
    let stores = [open().await, open().await];
    send_each_record_once(stores.map(|store| Arc::new(store) as _)).await;
}

#[tokio::test]
async fn two_services_on_one_postgres_send_each_record_once() {
    let Some(cluster) = Cluster::find() else {
        println!("skipped: no DATABASE_URL and no postgres binary");
        return;
    };
    let config = cluster.schema().await;
    let open = || async { PostgresStore::connect(&config).await.unwrap() };
    let stores = [open().await, open().await];
    send_each_record_once(stores.map(|store| Arc::new(store) as _)).await;
    let config = cluster.schema().await;
    rejected_records_are_parked(&config).await;
}

async fn send_each_record_once(stores: [Arc<dyn FeedbackStore>; 2]) {
    let (fake, server) = Fake::start(Mood::Accept).await;
    let [first, second] = stores;
    let first = Service::on(first, &server.url).await;
    let second = Service::on(second, &server.url).await;
    tokio::join!(first.submit_all(0..500), second.submit_all(500..1000));
    soon(|| async { first.waiting().await == 0 }).await;
    assert_eq!(second.waiting().await, 0);
    let goals: BTreeSet<String> = fake.goals().into_iter().collect();
    assert_eq!((goals.len(), fake.goals().len()), (1000, 1000));
    // One that dies is followed by the other.
    drop(first.outbox);
    second.submit("after").await;
    soon(|| async { fake.records().len() == 1001 }).await;
    second.outbox.shutdown(Duration::from_secs(5)).await;
}

async fn rejected_records_are_parked(config: &str) {
    let (fake, server) = Fake::start(Mood::Reject("goal 1")).await;
    let store = PostgresStore::connect(config).await.unwrap();
    let service = Service::on(Arc::new(store), &server.url).await;
    service.submit_all(0..10).await;
    soon(|| async { service.waiting().await == 0 }).await;
    let parked = service.outbox.parked(10).await.unwrap();
    assert_eq!(parked[0].reason, "rejected: invalid_feedback: no");
    assert_eq!(service.outbox.status().await.unwrap().parked, 1);
    fake.set(Mood::Accept);
    assert_eq!(service.outbox.retry_parked().await.unwrap(), 1);
    soon(|| async { fake.records().len() == 10 }).await;
}
