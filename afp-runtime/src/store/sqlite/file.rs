use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ffi};

/// The file behind a connection, to notice when it is no longer the one at its path.
///
/// A connection goes on with the file that it opened, also when that was moved, deleted, replaced
/// or hidden by a mount. What is written then is not where anyone looks for it.
#[derive(Debug)]
pub(in crate::store) struct DatabaseFile {
    path: PathBuf,
    identity: Option<Identity>,
}

/// The device and the number of a file on it.
type Identity = (u64, u64);

impl DatabaseFile {
    /// The file of a connection that has read or written it; a database without one passes each
    /// check.
    pub(in crate::store) fn of(connection: &Connection) -> Self {
        let path = PathBuf::from(connection.path().unwrap_or_default());
        let identity = identity(&path).ok();
        Self { path, identity }
    }

    /// # Errors
    /// `SQLITE_READONLY_DBMOVED` when another file is at the path, or none.
    pub(in crate::store) fn check_in_place(&self) -> rusqlite::Result<()> {
        if self.identity.is_none() || self.identity == identity(&self.path).ok() {
            return Ok(());
        }
        let moved = ffi::Error::new(ffi::SQLITE_READONLY_DBMOVED);
        let message = "the file was moved, deleted or replaced while it was open";
        Err(rusqlite::Error::SqliteFailure(moved, Some(message.into())))
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    let file = std::fs::metadata(path)?;
    Ok((file.dev(), file.ino()))
}

/// Elsewhere an open file stays where it is.
#[cfg(not(unix))]
fn identity(_: &Path) -> io::Result<Identity> {
    Err(io::ErrorKind::Unsupported.into())
}
