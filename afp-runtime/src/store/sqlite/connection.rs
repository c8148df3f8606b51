use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};

/// The pages of the log that are copied to the file at once: 16 MiB. Each copy costs two syncs.
const LOG_PAGES: u32 = 4000;

/// What the writer keeps of the file in memory, so that its indexes need not be read again.
const CACHE_KIB: i32 = 32 << 10;

/// A connection that writes: every commit reaches the disk before it returns.
pub(super) fn open(path: &Path, wait: Duration) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(wait)?;
    use_write_ahead_log(&connection, wait)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(connection)
}

pub(super) fn open_reader(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// A connection that writes without waiting for the disk.
pub(super) fn open_unsynced(path: &Path, wait: Duration) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(wait)?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
    Ok(connection)
}

/// SQLite does not wait for another connection here, so this does. A file that cannot be written
/// stays in the mode it is in.
fn use_write_ahead_log(connection: &Connection, wait: Duration) -> rusqlite::Result<()> {
    let started = Instant::now();
    loop {
        let mode = connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()));
        match mode {
            Err(error) if is_busy(&error) && started.elapsed() < wait => {
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(error) if error.sqlite_error_code() != Some(ErrorCode::ReadOnly) => {
                return Err(error);
            }
            _ => return Ok(()),
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
    )
}
