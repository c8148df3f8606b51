use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinHandle;

use super::CollectorUrl;
use super::post::Sender;
use super::worker::Worker;
use crate::store::{FeedbackStore, IssueTable, OutboxStore, Parked, StoreError};

/// Forwards the records of a store to a collector, in the background.
///
/// A record is put into the outbox in the transaction that keeps it, and leaves it when the
/// collector has answered for it; so it survives a restart, and whoever submits feedback never
/// waits for the collector. Up to 100 records go in a request, up to 8 requests side by side.
/// After a failure (no answer within 10 s, 429, 5xx, an answer that cannot be understood, a key
/// or address that is refused) everything waits: 0.5 s at first, twice as long after each failure,
/// 60 s at most, but never less than `Retry-After` up to an hour. What the collector rejects
/// (a `rejected` result; 400, 413 and 422 when sent alone) is parked with the reason and kept.
/// Known issues that the collector answers with are learned, by the service that forwards.
///
/// Dropping it stops forwarding, without waiting for anything.
///
/// Of several services on one database, one forwards at a time; another takes over within
/// seconds. A record can be sent twice when a service dies or an answer is lost; the collector
/// tells by its id.
///
/// ```no_run
/// use std::sync::Arc;
/// use std::time::Duration;
/// use afp_runtime::delivery::{CollectorUrl, Outbox};
/// use afp_runtime::http::Inbox;
///
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// let inbox = Inbox::sqlite("feedback.db").await?;
/// let collector = CollectorUrl::new("https://collector.example.com", Some("ingest-key"))?;
/// let outbox = Outbox::start(inbox.store(), collector, inbox.issue_table()).await?;
/// let app: axum::Router = axum::Router::new().merge(inbox.router());
/// // serve it, then:
/// outbox.shutdown(Duration::from_secs(5)).await;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
#[must_use = "forwarding stops when the outbox is dropped"]
pub struct Outbox {
    shared: Arc<Shared>,
    task: Mutex<Option<JoinHandle<()>>>,
}

/// How an outbox is doing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutboxStatus {
    /// Records that are still to be forwarded, of all services on the database.
    pub waiting: u64,
    /// Records that the collector did not take.
    pub parked: u64,
    /// Records that the collector took from this outbox since it started.
    pub delivered: u64,
    /// Why forwarding does not work at the moment.
    pub problem: Option<String>,
}

/// Why an outbox can't start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutboxError {
    /// The store has no outbox.
    #[error("this store does not remember what is to be forwarded")]
    NoOutbox,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There are no certificates to check the collector with, or no randomness.
    #[error("forwarding can't be set up: {0}")]
    SetUp(String),
}

pub(super) struct Shared {
    store: Arc<dyn FeedbackStore>,
    pub(super) issues: IssueTable,
    pub(super) delivered: AtomicU64,
    problem: Mutex<Option<String>>,
    closing: AtomicBool,
    wake: Notify,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared")
            .field("store", &self.store)
            .finish_non_exhaustive()
    }
}

impl Outbox {
    /// Turns forwarding on for the store's database, until
    /// [`set_forwarding`](OutboxStore::set_forwarding) turns it off, and starts it. Records that
    /// were kept before stay where they are; those that wait from an earlier run are sent.
    ///
    /// `issues` is the table that the inbox answers with; what the collector knows is added.
    ///
    /// # Errors
    /// When the store has no outbox or fails, or the system has no certificates or randomness.
    pub async fn start(
        store: Arc<dyn FeedbackStore>,
        collector: CollectorUrl,
        issues: IssueTable,
    ) -> Result<Self, OutboxError> {
        let outbox = store.outbox().ok_or(OutboxError::NoOutbox)?;
        outbox.set_forwarding(true).await?;
        let set_up = |error: &dyn fmt::Display| OutboxError::SetUp(error.to_string());
        let sender = tokio::task::spawn_blocking(move || Sender::new(collector)).await;
        let sender = sender
            .map_err(|error| set_up(&error))?
            .map_err(|error| set_up(&error))?;
        let owner = getrandom::u64().map_err(|error| set_up(&error))?;
        let shared = Arc::new(Shared {
            store,
            issues,
            delivered: AtomicU64::new(0),
            problem: Mutex::default(),
            closing: AtomicBool::new(false),
            wake: Notify::new(),
        });
        // Positive, and not 0, which is nobody.
        let owner = i64::try_from(owner >> 1 | 1).unwrap_or(i64::MAX);
        let worker = Worker::new(Arc::clone(&shared), sender, owner);
        let task = Mutex::new(Some(tokio::spawn(worker.run())));
        Ok(Self { shared, task })
    }

    /// How it is doing.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn status(&self) -> Result<OutboxStatus, StoreError> {
        let counts = self.shared.outbox()?.outbox_counts().await?;
        Ok(OutboxStatus {
            waiting: counts.waiting,
            parked: counts.parked,
            delivered: self.shared.delivered.load(Ordering::Relaxed),
            problem: self.shared.problem().clone(),
        })
    }

    /// The last `limit` records that the collector did not take, last first; 1000 at most.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn parked(&self, limit: usize) -> Result<Vec<Parked>, StoreError> {
        self.shared.outbox()?.parked(limit).await
    }

    /// Sends everything that is parked once more.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn retry_parked(&self) -> Result<u64, StoreError> {
        self.shared.outbox()?.retry_parked().await
    }

    /// Sends what waits, until nothing does or the deadline has passed; what is left is sent after
    /// the next start. Returns at once when it was called before.
    pub async fn shutdown(&self, deadline: Duration) {
        self.shared.closing.store(true, Ordering::SeqCst);
        self.shared.wake.notify_one();
        let task = self
            .task
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let Some(mut task) = task else {
            return;
        };
        if tokio::time::timeout(deadline, &mut task).await.is_err() {
            task.abort();
        }
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        let task = self.task.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(task) = task {
            task.abort();
        }
    }
}

impl Shared {
    pub(super) fn outbox(&self) -> Result<&dyn OutboxStore, StoreError> {
        let none = || StoreError::new("does not remember what is to be forwarded");
        self.store.outbox().ok_or_else(none)
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closing.load(Ordering::SeqCst)
    }

    /// Completes when the outbox closes.
    pub(super) async fn closed(&self) {
        if !self.is_closed() {
            self.wake.notified().await;
        }
    }

    pub(super) fn set_problem(&self, reason: Option<&str>) {
        *self.problem() = reason.map(str::to_owned);
    }

    fn problem(&self) -> std::sync::MutexGuard<'_, Option<String>> {
        self.problem.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
