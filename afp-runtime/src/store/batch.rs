//! What the stores on disk share: a queue in front of one writer, and the counts of a batch.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

use super::{Entry, Receipt, StoreError};
use crate::feedback::{Feedback, FeedbackType, Moment, Outcome, Record, Source};

/// How many entries may wait for the writer; who comes later waits for a place.
const MAX_WAITING: u32 = 8192;

/// Entries of one caller, and where the answer goes.
pub(super) struct Job {
    pub(super) entries: Vec<Entry>,
    reply: oneshot::Sender<Result<Vec<Receipt>, StoreError>>,
    _places: OwnedSemaphorePermit,
}

impl Job {
    /// Tells the caller; one that has gone does not need it.
    pub(super) fn answer(self, answer: Result<Vec<Receipt>, StoreError>) {
        let _gone = self.reply.send(answer);
    }
}

/// The callers' end of the queue.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    jobs: mpsc::UnboundedSender<Job>,
    places: Arc<Semaphore>,
}

/// A queue that holds a bounded number of entries, and the writer's end of it.
pub(super) fn queue() -> (Queue, mpsc::UnboundedReceiver<Job>) {
    let (jobs, receiver) = mpsc::unbounded_channel();
    let places = Arc::new(Semaphore::new(MAX_WAITING as usize));
    (Queue { jobs, places }, receiver)
}

impl Queue {
    pub(super) async fn insert(&self, entries: Vec<Entry>) -> Result<Vec<Receipt>, StoreError> {
        let stopped = || StoreError::new("has stopped");
        let count = u32::try_from(entries.len())
            .unwrap_or(u32::MAX)
            .clamp(1, MAX_WAITING);
        let places = Arc::clone(&self.places).acquire_many_owned(count).await;
        let (reply, answer) = oneshot::channel();
        let job = Job {
            entries,
            reply,
            _places: places.map_err(|_| stopped())?,
        };
        self.jobs.send(job).map_err(|_| stopped())?;
        answer.await.map_err(|_| stopped())?
    }
}

/// What a batch adds to the counts, in one order for all writers.
#[derive(Default)]
pub(super) struct Tally(BTreeMap<(&'static str, String), (i64, i64)>);

impl Tally {
    pub(super) fn add(&mut self, record: &Record) {
        let Feedback {
            kind,
            endpoint,
            outcome,
            ..
        } = &record.feedback;
        self.count("total", "", 1, 0);
        self.count("type", kind.as_str(), 1, 0);
        if let Some(endpoint) = endpoint {
            let blocked = i64::from(*outcome == Some(Outcome::Blocked));
            self.count("endpoint", endpoint, 1, blocked);
        }
    }

    pub(super) fn count(&mut self, kind: &'static str, name: &str, count: i64, blocked: i64) {
        if count > 0 {
            let (sum, blocked_sum) = self.0.entry((kind, name.to_owned())).or_default();
            *sum += count;
            *blocked_sum += blocked;
        }
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = (&'static str, &str, i64, i64)> {
        let rows = self.0.iter();
        rows.map(|((kind, name), (count, blocked))| (*kind, name.as_str(), *count, *blocked))
    }
}

/// The columns of a row, as every database has them.
pub(super) struct Columns {
    pub(super) id: String,
    pub(super) received_at: i64,
    pub(super) service: Option<String>,
    pub(super) account: Option<String>,
    pub(super) source: Option<String>,
    pub(super) kind: String,
    pub(super) endpoint: Option<String>,
    pub(super) outcome: Option<String>,
    pub(super) json: String,
}

pub(super) fn record_of(row: Columns) -> Record {
    let source = |word: String| Source::ALL.iter().copied().find(|s| s.as_str() == word);
    Record {
        id: row.id,
        received_at: Moment::from_milliseconds(row.received_at),
        service: row.service,
        account: row.account,
        source: row.source.and_then(source),
        feedback: Feedback {
            kind: FeedbackType::from_word(&row.kind).unwrap_or(FeedbackType::Other),
            endpoint: row.endpoint,
            outcome: row.outcome.as_deref().and_then(Outcome::from_word),
            json: row.json,
        },
    }
}
