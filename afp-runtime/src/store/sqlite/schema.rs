use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use crate::store::StoreError;

/// In order; a file's `user_version` is the number of those it has. None is ever changed.
const MIGRATIONS: [&str; 2] = [
    include_str!("0001_feedback.sql"),
    include_str!("0002_outbox.sql"),
];

/// Brings the tables up to date, once, however many processes try.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let failed = |error| StoreError::because("could not bring its tables up to date", error);
    if version(connection).map_err(failed)? == MIGRATIONS.len() {
        return Ok(());
    }
    let transaction = connection
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .map_err(failed)?;
    let done = version(&transaction).map_err(failed)?;
    if done > MIGRATIONS.len() {
        return Err(StoreError::new(
            "was written by a newer version of this library",
        ));
    }
    for migration in &MIGRATIONS[done..] {
        transaction.execute_batch(migration).map_err(failed)?;
    }
    transaction
        .pragma_update(None, "user_version", MIGRATIONS.len() as u32)
        .map_err(failed)?;
    transaction.commit().map_err(failed)
}

fn version(connection: &Connection) -> rusqlite::Result<usize> {
    let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    Ok(version as usize)
}

/// The key of the records in this file, made by whoever comes first.
pub(super) fn key(connection: &Connection) -> Result<[u8; 32], StoreError> {
    let failed = |error| StoreError::because("could not read its key", error);
    if let Some(key) = stored_key(connection).map_err(failed)? {
        return Ok(key);
    }
    let mut key = [0; 32];
    getrandom::fill(&mut key)
        .map_err(|error| StoreError::because("has no randomness for its key", error))?;
    let sql = "INSERT OR IGNORE INTO feedback_meta (name, value) VALUES ('key', ?1)";
    connection.execute(sql, params![key]).map_err(failed)?;
    let stored = stored_key(connection).map_err(failed)?;
    stored.ok_or_else(|| StoreError::new("could not read its key"))
}

fn stored_key(connection: &Connection) -> rusqlite::Result<Option<[u8; 32]>> {
    let sql = "SELECT value FROM feedback_meta WHERE name = 'key'";
    connection.query_row(sql, [], |row| row.get(0)).optional()
}
