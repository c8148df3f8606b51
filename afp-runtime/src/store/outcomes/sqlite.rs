//! In an `SQLite` file.

mod statements;

use std::{
    fmt,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use self::statements::{KEYS, keep_events, keep_review, key, latest_reviews, ms};
use super::{
    KeptReview, OutcomeStore, OutcomeStoreError, OutcomeStoreFuture, ProductKeyRecord, ReviewRecord,
};
use crate::outcome::{ProductKey, Review, TelemetryEvent};
use crate::store::sqlite::file::DatabaseFile;

const SCHEMA: &str = include_str!("sqlite.sql");
/// How long a statement waits for another process that writes.
const BUSY: Duration = Duration::from_secs(10);

/// Keeps everything in one `SQLite` file, which may be that of the feedback inbox.
///
/// Statements run on the runtime's blocking threads, one at a time; a review is on disk when it is
/// answered. While the file is not at its path (moved, deleted, replaced, or hidden by a mount),
/// nothing is taken; on Unix each commit looks first.
#[derive(Clone)]
pub struct SqliteOutcomes {
    connection: Arc<Mutex<Connection>>,
    file: Arc<DatabaseFile>,
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
            file: Arc::new(DatabaseFile::of(&connection)),
            connection: Arc::new(Mutex::new(connection)),
        })
    }

    /// Runs statements that change something, in one transaction.
    fn write<'a, T, F>(&'a self, work: F) -> OutcomeStoreFuture<'a, T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Sql<T> + Send + 'static,
    {
        let file = Arc::clone(&self.file);
        self.run(TransactionBehavior::Immediate, move |connection| {
            let done = work(connection)?;
            file.check_in_place()?;
            Ok(done)
        })
    }

    /// Runs statements that only read; they wait for no writer.
    fn read<'a, T, F>(&'a self, work: F) -> OutcomeStoreFuture<'a, T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Sql<T> + Send + 'static,
    {
        self.run(TransactionBehavior::Deferred, work)
    }

    /// Runs statements in one transaction on a blocking thread.
    fn run<'a, T, F>(&'a self, kind: TransactionBehavior, work: F) -> OutcomeStoreFuture<'a, T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Sql<T> + Send + 'static,
    {
        let connection = self.connection.clone();
        Box::pin(async move {
            let task = tokio::task::spawn_blocking(move || {
                let mut connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
                let transaction = connection.transaction_with_behavior(kind)?;
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

impl OutcomeStore for SqliteOutcomes {
    fn add_product_key<'a>(
        &'a self,
        product: &'a str,
        key: &'a ProductKey,
        expires_at: Option<Timestamp>,
    ) -> OutcomeStoreFuture<'a, ()> {
        let new = ProductKeyRecord::new(product, key, expires_at);
        self.write(move |connection| {
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
        self.read(|connection| {
            let mut keys = connection.prepare_cached(&format!("{KEYS} ORDER BY k.created_ms"))?;
            keys.query_map([], key)?.collect()
        })
    }

    fn product_key<'a>(&'a self, id: &'a str) -> OutcomeStoreFuture<'a, Option<ProductKeyRecord>> {
        let id = id.to_owned();
        self.read(move |connection| {
            let mut keys = connection.prepare_cached(&format!("{KEYS} WHERE k.id = ?1"))?;
            keys.query_row([id], key).optional()
        })
    }

    fn revoke_product_key<'a>(&'a self, id: &'a str) -> OutcomeStoreFuture<'a, bool> {
        let id = id.to_owned();
        self.write(move |connection| {
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
        self.write(move |connection| {
            let sql = "UPDATE outcome_keys SET expires_ms = ?2 WHERE id = ?1";
            Ok(connection.execute(sql, params![id, ms(at)])? > 0)
        })
    }

    fn set_collecting<'a>(&'a self, product: &'a str, on: bool) -> OutcomeStoreFuture<'a, ()> {
        let product = product.to_owned();
        self.write(move |connection| {
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
        self.write(move |connection| keep_review(connection, &product, &review))
    }

    fn keep_events<'a>(
        &'a self,
        product: &'a str,
        events: Vec<TelemetryEvent>,
    ) -> OutcomeStoreFuture<'a, usize> {
        let product = product.to_owned();
        self.write(move |connection| keep_events(connection, &product, &events))
    }

    fn latest_reviews(&self, limit: usize) -> OutcomeStoreFuture<'_, Vec<ReviewRecord>> {
        self.read(move |connection| latest_reviews(connection, limit))
    }
}
