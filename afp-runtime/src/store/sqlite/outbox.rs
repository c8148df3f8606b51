use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::{SqliteStore, connection, read};
use crate::feedback::Moment;
use crate::store::outbox_store::{MAX_PARKED, milliseconds, now};
use crate::store::{
    Lease, OutboxCounts, OutboxStore, Outgoing, Parked, Parking, StoreError, StoreFuture,
};

/// The connection that the outbox writes through, opened on first use.
///
/// Its commits are not synced: after a power failure a record may be forwarded again, which the
/// collector recognises. It takes turns with the writer of this process, so that neither has to
/// wait for the other by polling.
#[derive(Debug)]
pub(super) struct OutboxConnection {
    path: PathBuf,
    wait: Duration,
    turn: Turn,
    connection: Mutex<Option<Connection>>,
}

/// Whose turn it is to write.
pub(super) type Turn = Arc<Mutex<()>>;

impl OutboxConnection {
    pub(super) fn new(path: &Path, wait: Duration, turn: Turn) -> Self {
        Self {
            path: path.to_owned(),
            wait,
            turn,
            connection: Mutex::default(),
        }
    }

    fn write<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        let mut place = self
            .connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let connection = match &mut *place {
            Some(connection) => connection,
            none => none.insert(connection::open_unsynced(&self.path, self.wait)?),
        };
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = work(&transaction)?;
        transaction.commit()?;
        Ok(done)
    }
}

impl SqliteStore {
    fn write_outbox<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T> + Send + 'static,
    ) -> StoreFuture<'_, T> {
        let outbox = Arc::clone(&self.outbox);
        let unwritten = "could not write its outbox";
        Box::pin(async move {
            match tokio::task::spawn_blocking(move || outbox.write(work)).await {
                Ok(done) => done.map_err(|error| StoreError::because(unwritten, error)),
                Err(_) => Err(StoreError::new(unwritten)),
            }
        })
    }
}

impl OutboxStore for SqliteStore {
    fn set_forwarding(&self, on: bool) -> StoreFuture<'_, ()> {
        self.write_outbox(move |transaction| {
            let sql = if on {
                "INSERT OR IGNORE INTO feedback_forwarding (single, owner, until) VALUES (1, 0, 0)"
            } else {
                "DELETE FROM feedback_forwarding"
            };
            transaction.execute(sql, []).map(drop)
        })
    }

    fn claim(&self, lease: Lease, limit: usize) -> StoreFuture<'_, Vec<Outgoing>> {
        self.write_outbox(move |transaction| {
            if take_lease(transaction, lease)? {
                waiting(transaction, limit)
            } else {
                Ok(Vec::new())
            }
        })
    }

    fn renew(&self, lease: Lease) -> StoreFuture<'_, ()> {
        self.write_outbox(move |transaction| take_lease(transaction, lease).map(drop))
    }

    fn release(&self, lease: Lease) -> StoreFuture<'_, ()> {
        self.write_outbox(move |transaction| {
            let sql = "UPDATE feedback_forwarding SET owner = 0, until = 0 WHERE owner = ?1";
            transaction.execute(sql, [lease.owner]).map(drop)
        })
    }

    fn settle(&self, arrived: Vec<i64>, parked: Vec<Parking>) -> StoreFuture<'_, ()> {
        self.write_outbox(move |transaction| {
            let sql = "DELETE FROM feedback_outbox WHERE number = ?1";
            let mut delete = transaction.prepare_cached(sql)?;
            let sql = "INSERT OR REPLACE INTO feedback_parked (number, reason, parked_at)
                VALUES (?1, ?2, ?3)";
            let mut park = transaction.prepare_cached(sql)?;
            for number in arrived {
                delete.execute([number])?;
            }
            let moment = now();
            for Parking { number, reason } in parked {
                delete.execute([number])?;
                park.execute(params![number, reason, moment])?;
            }
            Ok(())
        })
    }

    fn has_waiting(&self) -> StoreFuture<'_, bool> {
        Box::pin(self.read(|connection| {
            let sql = "SELECT EXISTS (SELECT 1 FROM feedback_outbox)";
            connection
                .prepare_cached(sql)?
                .query_row([], |row| row.get(0))
        }))
    }

    fn outbox_counts(&self) -> StoreFuture<'_, OutboxCounts> {
        Box::pin(self.read(|connection| {
            let sql = "SELECT (SELECT count(*) FROM feedback_outbox),
                (SELECT count(*) FROM feedback_parked)";
            connection.prepare_cached(sql)?.query_row([], |row| {
                Ok(OutboxCounts {
                    waiting: row.get::<_, i64>(0)?.unsigned_abs(),
                    parked: row.get::<_, i64>(1)?.unsigned_abs(),
                })
            })
        }))
    }

    fn parked(&self, limit: usize) -> StoreFuture<'_, Vec<Parked>> {
        Box::pin(self.read(move |connection| {
            let columns = read::COLUMNS;
            let sql = format!(
                "SELECT {columns}, reason, parked_at FROM feedback_parked
                JOIN feedback_records USING (number) ORDER BY parked_at DESC, number DESC LIMIT ?1"
            );
            let mut statement = connection.prepare_cached(&sql)?;
            let rows = statement.query_map([limit.min(MAX_PARKED) as i64], |row| {
                Ok(Parked {
                    record: read::record(row)?.1,
                    reason: row.get(10)?,
                    parked_at: Moment::from_milliseconds(row.get(11)?),
                })
            })?;
            rows.collect()
        }))
    }

    fn retry_parked(&self) -> StoreFuture<'_, u64> {
        self.write_outbox(|transaction| {
            let sql = "INSERT OR IGNORE INTO feedback_outbox (number)
                SELECT number FROM feedback_parked";
            transaction.execute(sql, [])?;
            let count = transaction.execute("DELETE FROM feedback_parked", [])?;
            Ok(count as u64)
        })
    }
}

fn take_lease(transaction: &Transaction<'_>, lease: Lease) -> rusqlite::Result<bool> {
    let sql = "UPDATE feedback_forwarding SET owner = ?1, until = ?2
        WHERE owner = ?1 OR until <= ?3 OR until > ?4";
    let now = now();
    let until = now.saturating_add(milliseconds(lease.time));
    // A lease that ends later than any could was taken before the clock was set back.
    let latest = until.saturating_add(LONGEST_LEASE);
    let taken =
        transaction
            .prepare_cached(sql)?
            .execute(params![lease.owner, until, now, latest])?;
    Ok(taken > 0)
}

/// In milliseconds; no forwarder asks for more.
const LONGEST_LEASE: i64 = 60_000;

fn waiting(transaction: &Transaction<'_>, limit: usize) -> rusqlite::Result<Vec<Outgoing>> {
    let columns = read::COLUMNS;
    let sql = format!(
        "SELECT {columns} FROM feedback_outbox JOIN feedback_records USING (number)
        ORDER BY number LIMIT ?1"
    );
    let mut statement = transaction.prepare_cached(&sql)?;
    let rows = statement.query_map([limit as i64], |row| {
        let (number, record) = read::record(row)?;
        Ok(Outgoing { number, record })
    })?;
    rows.collect()
}
