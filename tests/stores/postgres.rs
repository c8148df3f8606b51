//! The same on PostgreSQL, where there is one: `DATABASE_URL`, or a cluster of its own.

pub(crate) mod cluster;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use afp_runtime::http::Inbox;
use afp_runtime::store::{FeedbackStore, PostgresStore, Receipt};

use self::cluster::Cluster;
use super::contract::{self, entry, keyed};
use crate::feedback::exchange::{Service, with};

#[tokio::test(flavor = "multi_thread")]
async fn it_holds_in_postgres() {
    let Some(cluster) = Cluster::find() else {
        println!("skipped: no DATABASE_URL and no postgres binary");
        return;
    };
    let count = AtomicU32::new(0);
    contract::holds(async || {
        let config = cluster.schema(count.fetch_add(1, Ordering::Relaxed)).await;
        Arc::new(PostgresStore::connect(&config).await.expect("a store")) as Arc<dyn FeedbackStore>
    })
    .await;
    instances_agree_on_duplicates(&cluster.schema(100).await).await;
    a_restart_keeps_everything(&cluster.schema(101).await).await;
    many_writers_count_right(&cluster.schema(102).await).await;
    newer_tables_are_refused(&cluster.schema(103).await).await;
    a_database_that_is_away_is_503(&cluster, &cluster.schema(104).await).await;
}

async fn pools(config: &str, count: usize) -> Vec<Arc<Service>> {
    let mut pools = Vec::new();
    for _ in 0..count {
        let inbox = Inbox::postgres(config)
            .await
            .expect("an inbox")
            .without_rate_limit();
        pools.push(Arc::new(Service::new(inbox)));
    }
    pools
}

async fn instances_agree_on_duplicates(config: &str) {
    let pools = pools(config, 3).await;
    let tasks: Vec<_> = (0..60)
        .map(|number| {
            let pool = Arc::clone(&pools[number % 3]);
            tokio::spawn(async move { pool.post(with(r#""session_id":"s""#)).await })
        })
        .collect();
    let mut answers = Vec::new();
    for task in tasks {
        let answer = task.await.expect("no panic");
        assert_eq!(answer.status, 202);
        answers.push(answer.json());
    }
    assert!(
        answers.windows(2).all(|pair| pair[0] == pair[1]),
        "{answers:?}"
    );
    assert_eq!(pools[2].records().await.len(), 1);
    assert_eq!(
        pools[2].store.summary().await.expect("counts").duplicates,
        59
    );
}

async fn a_restart_keeps_everything(config: &str) {
    let store = PostgresStore::connect(config).await.expect("a store");
    store
        .insert(vec![keyed(1, 0, 1), entry(2, 1)])
        .await
        .expect("kept");
    let (key, summary) = (
        store.key().await.expect("a key"),
        store.summary().await.expect("counts"),
    );
    drop(store);
    let store = PostgresStore::connect(config)
        .await
        .expect("the same store");
    assert_eq!(store.key().await.expect("a key"), key);
    assert_eq!(store.summary().await.expect("counts"), summary);
    let receipts = store.insert(vec![keyed(3, 9, 1)]).await.expect("kept");
    assert!(matches!(&receipts[0], Receipt::Duplicate { .. }));
}

/// Batches of several instances hold the same keys and counts in any order.
async fn many_writers_count_right(config: &str) {
    let mut stores = Vec::new();
    for _ in 0..3 {
        stores.push(Arc::new(
            PostgresStore::connect(config).await.expect("a store"),
        ));
    }
    let tasks: Vec<_> = (0..300_u32)
        .map(|number| {
            let store = Arc::clone(&stores[number as usize % 3]);
            tokio::spawn(async move {
                let keys = (0..10).map(|n| (number * 7 + n * 3) % 50);
                let entries = keys
                    .enumerate()
                    .map(|(n, key)| keyed(number * 10 + n as u32, 0, key as u8));
                store.insert(entries.collect()).await.expect("kept").len()
            })
        })
        .collect();
    for task in tasks {
        assert_eq!(task.await.expect("no panic"), 10);
    }
    let summary = stores[0].summary().await.expect("counts");
    assert_eq!((summary.total, summary.duplicates), (50, 2950));
}

async fn newer_tables_are_refused(config: &str) {
    drop(PostgresStore::connect(config).await.expect("a store"));
    let (client, connection) = tokio_postgres::connect(config, tokio_postgres::NoTls)
        .await
        .expect("connected");
    let task = tokio::spawn(connection);
    client
        .batch_execute("INSERT INTO feedback_migrations VALUES (99)")
        .await
        .expect("inserted");
    let error = PostgresStore::connect(config)
        .await
        .expect_err("refused")
        .to_string();
    assert!(error.contains("newer version"), "{error}");
    task.abort();
}

async fn a_database_that_is_away_is_503(cluster: &Cluster, config: &str) {
    if !cluster.is_own() {
        println!("skipped: the database of DATABASE_URL is not stopped");
        return;
    }
    let pool = pools(config, 1).await.remove(0);
    assert_eq!(pool.post(with("\"workaround\":true")).await.status, 202);
    cluster.stop();
    let refused = pool.post(with("\"workaround\":true")).await;
    assert_eq!(
        (refused.status.as_u16(), refused.header("retry-after")),
        (503, Some("5"))
    );
    cluster.start();
    assert_eq!(pool.post(with("\"workaround\":true")).await.status, 202);
    assert_eq!(pool.records().await.len(), 2);
}
