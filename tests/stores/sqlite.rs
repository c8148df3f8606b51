//! What is SQLite's own: several connections, restarts, failures.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use afp_runtime::http::Inbox;
use afp_runtime::store::{FeedbackStore, Query, Receipt, SqliteStore};

use super::contract::{entry, keyed};
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

#[tokio::test(flavor = "multi_thread")]
async fn twenty_identical_posts_from_two_pools_have_one_id() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("feedback.db");
    let mut pools = Vec::new();
    for _ in 0..2 {
        let inbox = Inbox::sqlite(&path)
            .await
            .expect("an inbox")
            .without_rate_limit();
        pools.push(Arc::new(Service::new(inbox)));
    }
    let tasks: Vec<_> = (0..20)
        .map(|number| {
            let pool = Arc::clone(&pools[number % 2]);
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
    assert_eq!(pools[0].records().await.len(), 1);
}

#[tokio::test]
async fn a_restart_keeps_records_counts_duplicates_and_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("feedback.db");
    let store = SqliteStore::open(&path).await.expect("a store");
    store
        .insert(vec![keyed(1, 0, 1), entry(2, 1)])
        .await
        .expect("kept");
    let (key, summary) = (
        store.key().await.expect("a key"),
        store.summary().await.expect("counts"),
    );
    drop(store);
    let store = SqliteStore::open(&path).await.expect("the same store");
    assert_eq!(store.key().await.expect("a key"), key);
    assert_eq!(store.summary().await.expect("counts"), summary);
    let receipts = store.insert(vec![keyed(3, 9, 1)]).await.expect("kept");
    assert!(matches!(&receipts[0], Receipt::Duplicate { id, .. } if *id == entry(1, 0).record.id));
}

#[tokio::test]
async fn what_is_no_database_or_a_newer_one_does_not_open() {
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
    let newer = folder.path().join("newer.db");
    drop(SqliteStore::open(&newer).await.expect("a store"));
    let connection = rusqlite::Connection::open(&newer).expect("a connection");
    connection
        .pragma_update(None, "user_version", 99)
        .expect("set");
    assert!(refused(&newer).await.contains("newer version"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_refuses_is_503_and_the_service_lives_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("feedback.db");
    let store = SqliteStore::open_waiting(&path, Duration::from_millis(50))
        .await
        .expect("a store");
    let inbox = Inbox::with_store(store)
        .await
        .expect("an inbox")
        .without_rate_limit();
    let service = Service::new(inbox);
    assert_eq!(service.post(with("\"workaround\":true")).await.status, 202);
    let other = rusqlite::Connection::open(&path).expect("another process");
    other.execute_batch("BEGIN IMMEDIATE").expect("the lock");
    let refused = service.post(with("\"workaround\":true")).await;
    assert_eq!(
        (refused.status.as_u16(), refused.code().as_str()),
        (503, "unavailable")
    );
    assert_eq!(refused.header("retry-after"), Some("5"));
    assert!(refused.header("link").is_some());
    assert!(!refused.text().contains("lock") && !refused.text().contains("feedback.db"));
    other.execute_batch("COMMIT").expect("released");
    assert_eq!(service.post(with("\"workaround\":true")).await.status, 202);
    other
        .execute_batch("ALTER TABLE feedback_records RENAME TO gone")
        .expect("renamed");
    assert_eq!(service.post(with("\"workaround\":true")).await.status, 503);
    other
        .execute_batch("ALTER TABLE gone RENAME TO feedback_records")
        .expect("renamed");
    assert_eq!(service.post(with("\"workaround\":true")).await.status, 202);
    assert_eq!(service.records().await.len(), 3);
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
            .insert(vec![keyed(number, 3 * super::contract::DAY, number as u8)])
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
