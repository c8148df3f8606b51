//! In an `SQLite` file.

use std::{
    fmt,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};

use super::{
    KeptReview, OutcomeStore, OutcomeStoreError, OutcomeStoreFuture, ProductKeyRecord,
    ReviewRecord, memory::id_text,
};
use crate::outcome::{Outcome, ProductKey, Review, ReviewSource, TelemetryEvent};

const SCHEMA: &str = include_str!("sqlite.sql");
/// How long a statement waits for another process that writes.
const BUSY: Duration = Duration::from_secs(10);

/// Keeps everything in one `SQLite` file, which may be that of the feedback inbox.
///
/// Statements run on the runtime's blocking threads, one at a time; a review is on disk when it is
/// answered.
#[derive(Clone)]
pub struct SqliteOutcomes {
    connection: Arc<Mutex<Connection>>,
}

type Sql<T> = rusqlite::Result<T>;

impl SqliteOutcomes {
    /// Opens the file, or makes it, with its tables.
    ///
    /// # Errors
    /// [`OutcomeStoreError`] if the file can't be opened or is no database.
    pub async fn open(path: impl AsRef<Path>) -> Result<Self, OutcomeStoreError> {
        let path = path.as_ref().to_owned();
        let opened = tokio::task::spawn_blocking(move || open(&path)).await;
        let connection = opened
            .map_err(OutcomeStoreError::new)?
            .map_err(OutcomeStoreError::new)?;
        Ok(Self {
            connection: Arc::new(Mutex::new(connection)),
        })
    }

    /// Runs statements in one transaction on a blocking thread.
    fn run<'a, T, F>(&'a self, work: F) -> OutcomeStoreFuture<'a, T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Sql<T> + Send + 'static,
    {
        let connection = self.connection.clone();
        Box::pin(async move {
            let task = tokio::task::spawn_blocking(move || {
                let mut connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
                let transaction =
                    connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
                let value = work(&transaction)?;
                transaction.commit()?;
                Ok::<T, rusqlite::Error>(value)
            });
            task.await
                .map_err(OutcomeStoreError::new)?
                .map_err(OutcomeStoreError::new)
        })
    }
}

fn open(path: &Path) -> Sql<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.execute_batch(SCHEMA)?;
    Ok(connection)
}

impl fmt::Debug for SqliteOutcomes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteOutcomes").finish_non_exhaustive()
    }
}

const KEYS: &str = "SELECT k.id, k.product, k.hash, k.created_ms, k.expires_ms, k.revoked_ms, \
    p.collecting FROM outcome_keys k JOIN outcome_products p ON p.name = k.product";

fn key(row: &Row<'_>) -> Sql<ProductKeyRecord> {
    let time = |at: Option<i64>| at.and_then(|ms| Timestamp::from_millisecond(ms).ok());
    Ok(ProductKeyRecord {
        id: row.get(0)?,
        product: row.get(1)?,
        hash: row.get(2)?,
        created_at: time(Some(row.get(3)?)).unwrap_or_default(),
        expires_at: time(row.get(4)?),
        revoked_at: time(row.get(5)?),
        collecting: row.get(6)?,
    })
}

fn ms(time: Option<Timestamp>) -> Option<i64> {
    time.map(Timestamp::as_millisecond)
}

fn review(row: &Row<'_>) -> Sql<Review> {
    let outcome: String = row.get(2)?;
    Ok(Review {
        id: row.get(0)?,
        interaction_id: row.get(1)?,
        outcome: Outcome::of_word(&outcome).ok_or(rusqlite::Error::InvalidQuery)?,
        note: row.get(3)?,
        source: ReviewSource::CustomerAgent,
        created_at: row.get(4)?,
    })
}

/// Whether the interaction belongs to the product; it does if it is new.
fn owns(connection: &Connection, id: &str, product: &str) -> Sql<bool> {
    connection
        .prepare_cached(
            "INSERT INTO outcome_interactions (id, product) VALUES (?1, ?2) \
             ON CONFLICT (id) DO UPDATE SET product = product RETURNING product",
        )?
        .query_row(params![id, product], |row| row.get::<_, String>(0))
        .map(|owner| owner == product)
}

fn keep_review(connection: &Connection, product: &str, new: &Review) -> Sql<KeptReview> {
    if !owns(connection, &new.interaction_id, product)? {
        return Ok(KeptReview::OtherProduct);
    }
    connection
        .prepare_cached(
            "INSERT INTO outcome_reviews (interaction_id, id, outcome, note, created_at) \
         VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (interaction_id) DO NOTHING",
        )?
        .execute(params![
            new.interaction_id,
            new.id,
            new.outcome.as_str(),
            new.note,
            new.created_at
        ])?;
    connection
        .prepare_cached(
            "SELECT id, interaction_id, outcome, note, created_at FROM outcome_reviews \
             WHERE interaction_id = ?1",
        )?
        .query_row([&new.interaction_id], review)
        .map(KeptReview::First)
}

fn keep_events(connection: &Connection, product: &str, events: &[TelemetryEvent]) -> Sql<usize> {
    let mut taken = 0;
    for event in events {
        let id = id_text(event.interaction_id);
        if !owns(connection, &id, product)? {
            continue;
        }
        let text = serde_json::to_string(event).map_err(|_| rusqlite::Error::InvalidQuery)?;
        connection
            .prepare_cached(
                "UPDATE outcome_interactions SET event = ?2 WHERE id = ?1 AND event IS NULL",
            )?
            .execute(params![id, text])?;
        taken += 1;
    }
    Ok(taken)
}

fn latest_reviews(connection: &Connection, limit: usize) -> Sql<Vec<ReviewRecord>> {
    let mut statement = connection.prepare_cached(
        "SELECT r.id, r.interaction_id, r.outcome, r.note, r.created_at, i.product, i.event \
         FROM outcome_reviews r JOIN outcome_interactions i ON i.id = r.interaction_id \
         ORDER BY r.created_at DESC, r.id LIMIT ?1",
    )?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = statement.query_map([limit], |row| {
        let event: Option<String> = row.get(6)?;
        Ok(ReviewRecord {
            product: row.get(5)?,
            review: review(row)?,
            event: event.and_then(|text| serde_json::from_str(&text).ok()),
        })
    })?;
    rows.collect()
}

impl OutcomeStore for SqliteOutcomes {
    fn add_product_key<'a>(
        &'a self,
        product: &'a str,
        key: &'a ProductKey,
        expires_at: Option<Timestamp>,
    ) -> OutcomeStoreFuture<'a, ()> {
        let new = ProductKeyRecord::new(product, key, expires_at);
        self.run(move |connection| {
            connection.execute(
                "INSERT INTO outcome_products (name, collecting) VALUES (?1, TRUE) \
                 ON CONFLICT DO NOTHING",
                [&new.product],
            )?;
            connection.execute(
                "INSERT INTO outcome_keys (id, product, hash, created_ms, expires_ms) \
                 VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
                params![
                    new.id,
                    new.product,
                    new.hash,
                    new.created_at.as_millisecond(),
                    ms(new.expires_at)
                ],
            )?;
            Ok(())
        })
    }

    fn product_keys(&self) -> OutcomeStoreFuture<'_, Vec<ProductKeyRecord>> {
        self.run(|connection| {
            let mut keys = connection.prepare_cached(&format!("{KEYS} ORDER BY k.created_ms"))?;
            keys.query_map([], key)?.collect()
        })
    }

    fn product_key<'a>(&'a self, id: &'a str) -> OutcomeStoreFuture<'a, Option<ProductKeyRecord>> {
        let id = id.to_owned();
        self.run(move |connection| {
            let mut keys = connection.prepare_cached(&format!("{KEYS} WHERE k.id = ?1"))?;
            keys.query_row([id], key).optional()
        })
    }

    fn revoke_product_key<'a>(&'a self, id: &'a str) -> OutcomeStoreFuture<'a, bool> {
        let id = id.to_owned();
        self.run(move |connection| {
            let now = Timestamp::now().as_millisecond();
            let sql =
                "UPDATE outcome_keys SET revoked_ms = ?2 WHERE id = ?1 AND revoked_ms IS NULL";
            Ok(connection.execute(sql, params![id, now])? > 0)
        })
    }

    fn expire_product_key<'a>(
        &'a self,
        id: &'a str,
        at: Option<Timestamp>,
    ) -> OutcomeStoreFuture<'a, bool> {
        let id = id.to_owned();
        self.run(move |connection| {
            let sql = "UPDATE outcome_keys SET expires_ms = ?2 WHERE id = ?1";
            Ok(connection.execute(sql, params![id, ms(at)])? > 0)
        })
    }

    fn set_collecting<'a>(&'a self, product: &'a str, on: bool) -> OutcomeStoreFuture<'a, ()> {
        let product = product.to_owned();
        self.run(move |connection| {
            let sql = "UPDATE outcome_products SET collecting = ?2 WHERE name = ?1";
            connection.execute(sql, params![product, on]).map(drop)
        })
    }

    fn keep_review<'a>(
        &'a self,
        product: &'a str,
        review: Review,
    ) -> OutcomeStoreFuture<'a, KeptReview> {
        let product = product.to_owned();
        self.run(move |connection| keep_review(connection, &product, &review))
    }

    fn keep_events<'a>(
        &'a self,
        product: &'a str,
        events: Vec<TelemetryEvent>,
    ) -> OutcomeStoreFuture<'a, usize> {
        let product = product.to_owned();
        self.run(move |connection| keep_events(connection, &product, &events))
    }

    fn latest_reviews(&self, limit: usize) -> OutcomeStoreFuture<'_, Vec<ReviewRecord>> {
        self.run(move |connection| latest_reviews(connection, limit))
    }
}
