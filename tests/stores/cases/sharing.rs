//! Several stores on one place, at once or one after another.

use std::sync::Arc;

use afp_runtime::store::Receipt;

use crate::feedback::exchange::with;
use crate::stores::entries::{entry, keyed};
use crate::stores::place::Place;

on_every_database!(
    instances_agree_on_duplicates,
    a_restart_keeps_everything,
    many_writers_count_right,
    newer_tables_are_refused,
);

async fn instances_agree_on_duplicates(place: &Place) {
    let pools = place.services(3).await;
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
    let summary = pools[2].store.summary().await.expect("counts");
    assert_eq!(summary.duplicates, 59);
}

async fn a_restart_keeps_everything(place: &Place) {
    let store = place.store().await;
    store
        .insert(vec![keyed(1, 0, 1), entry(2, 1)])
        .await
        .expect("kept");
    let key = store.key().await.expect("a key");
    let summary = store.summary().await.expect("counts");
    drop(store);
    let store = place.store().await;
    assert_eq!(store.key().await.expect("a key"), key);
    assert_eq!(store.summary().await.expect("counts"), summary);
    let receipts = store.insert(vec![keyed(3, 9, 1)]).await.expect("kept");
    assert!(matches!(&receipts[0], Receipt::Duplicate { id, .. } if *id == entry(1, 0).record.id));
}

/// Batches of several instances hold the same keys and counts in any order.
async fn many_writers_count_right(place: &Place) {
    let mut stores = Vec::new();
    for _ in 0..3 {
        stores.push(place.store().await);
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

async fn newer_tables_are_refused(place: &Place) {
    drop(place.store().await);
    let newer = match place {
        Place::Postgres { .. } => "INSERT INTO feedback_migrations VALUES (99)",
        _ => "PRAGMA user_version = 99",
    };
    place.run_sql(newer).await;
    let error = place.inbox().await.expect_err("refused").to_string();
    assert!(error.contains("newer version"), "{error}");
}
