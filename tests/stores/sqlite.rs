//! What is SQLite's own: locks, and the file itself.

mod moved;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use afp_runtime::http::Inbox;
use afp_runtime::store::{FeedbackStore, Query, SqliteStore};

use super::cases::failures::{expect_taken, expect_unavailable};
use super::entries::{DAY, entry, keyed};

use crate::feedback::exchange::{Service, with};

async fn count(store: &SqliteStore) -> usize {
    let page = store
        .list(Query {
            limit: 1000,
            ..Query::default()
        })
        .await
        .expect("a page");
    page.records.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_pools_and_a_slow_reader_share_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("feedback.db");
    let (first, second) = tokio::join!(SqliteStore::open(&path), SqliteStore::open(&path));
    let (first, second) = (first.expect("a store"), second.expect("a store"));
    let mut pools = Vec::new();
    for store in [first.clone(), second.clone()] {
        let inbox = Inbox::with_store(store)
            .await
            .expect("an inbox")
            .without_rate_limit();
        pools.push(Arc::new(Service::new(inbox)));
    }
    first.insert(vec![entry(1, 0)]).await.expect("kept");
    let reader = rusqlite::Connection::open(&path).expect("a reader");
    reader
        .execute_batch("BEGIN; SELECT count(*) FROM feedback_records;")
        .expect("a slow read");
    let tasks: Vec<_> = (0..50)
        .map(|number| {
            let pool = Arc::clone(&pools[number % 2]);
            let body = with(&format!(r#""session_id":"s-{number}""#));
            tokio::spawn(async move { pool.post(body).await.status })
        })
        .collect();
    for task in tasks {
        assert_eq!(task.await.expect("no panic"), 202);
    }
    reader.execute_batch("COMMIT").expect("read");
    assert_eq!((count(&first).await, count(&second).await), (51, 51));
}

#[tokio::test]
async fn what_is_no_database_does_not_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = async |path: &Path| {
        let error = SqliteStore::open(path).await.expect_err("refused");
        error.to_string()
    };
    let text = folder.path().join("text.db");
    std::fs::write(
        &text,
        "this is a text and no database, and it is long enough to be read".repeat(40),
    )
    .expect("written");
    assert!(
        refused(&text)
            .await
            .contains("the feedback store could not")
    );
    assert!(
        refused(&folder.path().join("none/x.db"))
            .await
            .contains("could not be opened")
    );
}

#[tokio::test]
async fn old_keys_are_forgotten_bit_by_bit() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("feedback.db");
    let store = SqliteStore::open(&path).await.expect("a store");
    for number in 0..100 {
        store
            .insert(vec![keyed(number, 0, number as u8)])
            .await
            .expect("kept");
    }
    for number in 100..200 {
        store
            .insert(vec![keyed(number, 3 * DAY, number as u8)])
            .await
            .expect("kept");
    }
    let connection = rusqlite::Connection::open(&path).expect("a connection");
    let sql = "SELECT count(*) FROM feedback_duplicates";
    let keys: i64 = connection
        .query_row(sql, [], |row| row.get(0))
        .expect("a count");
    assert_eq!(keys, 100);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lock_that_another_process_holds_is_503_until_it_is_released() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("feedback.db");
    let store = SqliteStore::open_waiting(&path, Duration::from_millis(50))
        .await
        .expect("a store");
    let inbox = Inbox::with_store(store).await.expect("an inbox");
    let service = Service::new(inbox.without_rate_limit());
    expect_taken(&service, "first").await;
    let other = rusqlite::Connection::open(&path).expect("another process");
    other.execute_batch("BEGIN IMMEDIATE").expect("the lock");
    expect_unavailable(&service, "second").await;
    other.execute_batch("COMMIT").expect("released");
    expect_taken(&service, "second").await;
    assert_eq!(service.records().await.len(), 2);
}
