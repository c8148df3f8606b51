mod connection;
pub(super) mod file;
mod outbox;
mod read;
mod schema;
mod write;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::Connection;
use tokio::sync::Semaphore;

use self::file::DatabaseFile;
use self::outbox::{OutboxConnection, Turn};
use super::batch::{self, Queue};
use super::{
    Entry, FeedbackStore, OutboxStore, Page, Query, Receipt, StoreError, StoreFuture, Summary,
};
use crate::feedback::Record;

/// How many reads run at once.
const READERS: usize = 4;

/// Keeps records in an SQLite file: the embedded default.
///
/// An acknowledged record is on disk: write-ahead log with `synchronous=FULL`. One writer
/// thread puts what waits into one transaction, so many clients share one sync of the disk.
/// Several processes may use the file at once; each waits up to five seconds for the other.
///
/// While the file is not at its path (moved, deleted, replaced, or hidden by a mount), inserts fail;
/// on Unix each commit looks first.
///
/// The file must be on a local disk; the write-ahead log does not work over a network.
#[derive(Clone, Debug)]
pub struct SqliteStore {
    queue: Queue,
    readers: Arc<Readers>,
    outbox: Arc<OutboxConnection>,
    key: [u8; 32],
}

#[derive(Debug)]
struct Readers {
    path: PathBuf,
    places: Arc<Semaphore>,
    idle: Mutex<Vec<Connection>>,
}

impl SqliteStore {
    /// Opens the file, makes it where there is none, and brings its tables up to date.
    ///
    /// A file that may be read but not written opens; then every insert fails.
    ///
    /// # Errors
    /// When the file cannot be opened, is no database, or was written by a newer version.
    pub async fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::open_waiting(path, Duration::from_secs(5)).await
    }

    /// The same with another time to wait for the writer of another process.
    ///
    /// # Errors
    /// As [`SqliteStore::open`].
    pub async fn open_waiting(path: impl AsRef<Path>, wait: Duration) -> Result<Self, StoreError> {
        let path = path.as_ref().to_owned();
        let opened = tokio::task::spawn_blocking(move || Self::open_blocking(path, wait)).await;
        opened.unwrap_or_else(|_| Err(StoreError::new("could not be opened")))
    }

    fn open_blocking(path: PathBuf, wait: Duration) -> Result<Self, StoreError> {
        let unopened = |error| StoreError::because("could not be opened", error);
        let mut writer = connection::open(&path, wait).map_err(unopened)?;
        schema::migrate(&mut writer)?;
        let key = schema::key(&writer)?;
        let file = DatabaseFile::of(&writer);
        let (queue, jobs) = batch::queue();
        let turn = Turn::default();
        let outbox = Arc::new(OutboxConnection::new(&path, wait, Arc::clone(&turn)));
        let writers_turn = turn;
        std::thread::Builder::new()
            .name("feedback-writer".into())
            .spawn(move || write::run(&mut writer, &file, jobs, &writers_turn))
            .map_err(|error| StoreError::because("could not start its writer", error))?;
        let places = Arc::new(Semaphore::new(READERS));
        let readers = Arc::new(Readers {
            path,
            places,
            idle: Mutex::default(),
        });
        Ok(Self {
            queue,
            readers,
            outbox,
            key,
        })
    }

    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let readers = Arc::clone(&self.readers);
        let place = Arc::clone(&readers.places).acquire_owned().await;
        let unread = |error| StoreError::because("could not be read", error);
        let task = tokio::task::spawn_blocking(move || {
            let _place = place;
            let connection = readers.take()?;
            let read = work(&connection);
            readers.give_back(connection);
            read
        });
        match task.await {
            Ok(read) => read.map_err(unread),
            Err(_) => Err(StoreError::new("could not be read")),
        }
    }
}

impl Readers {
    fn take(&self) -> rusqlite::Result<Connection> {
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        idle.map_or_else(|| connection::open_reader(&self.path), Ok)
    }

    fn give_back(&self, connection: Connection) {
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(connection);
    }
}

impl FeedbackStore for SqliteStore {
    fn key(&self) -> StoreFuture<'_, [u8; 32]> {
        Box::pin(std::future::ready(Ok(self.key)))
    }

    fn insert(&self, entries: Vec<Entry>) -> StoreFuture<'_, Vec<Receipt>> {
        Box::pin(self.queue.insert(entries))
    }

    fn find(&self, id: String) -> StoreFuture<'_, Option<Record>> {
        Box::pin(self.read(move |connection| read::find(connection, &id)))
    }

    fn list(&self, query: Query) -> StoreFuture<'_, Page> {
        Box::pin(self.read(move |connection| read::list(connection, &query)))
    }

    fn summary(&self) -> StoreFuture<'_, Summary> {
        Box::pin(self.read(read::summary))
    }

    fn outbox(&self) -> Option<&dyn OutboxStore> {
        Some(self)
    }
}
