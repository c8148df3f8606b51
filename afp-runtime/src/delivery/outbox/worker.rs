//! The task that empties the outbox.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::future::{Either, select};
use tokio::time::{sleep, timeout};

use super::handle::Shared;
use super::post::Sender;
use super::round::{self, MAX_BATCH, Sent};
use crate::delivery::backoff::Backoff;
use crate::store::{Lease, OutboxStore, Outgoing, StoreError};

/// How often the outbox is looked at when it was empty.
const POLL: Duration = Duration::from_millis(250);

/// Requests side by side, while all goes well.
const REQUESTS: usize = 8;

const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// The longest wait that a collector can ask for.
const LONGEST_ASKED_WAIT: Duration = Duration::from_secs(3600);

/// Another forwarder takes over so long after this one died.
const LEASE: Duration = Duration::from_secs(3);

pub(super) struct Worker {
    shared: Arc<Shared>,
    sender: Sender,
    lease: Lease,
    backoff: Backoff,
    failing: bool,
    search: Search,
}

enum Next {
    /// There may be more.
    Again,
    /// There is nothing to do.
    Idle,
    /// It failed; whether the collector itself asks for the wait.
    Failed { wait: Duration, asked: bool },
}

impl Worker {
    pub(super) fn new(shared: Arc<Shared>, sender: Sender, owner: i64) -> Self {
        Self {
            shared,
            sender,
            lease: Lease { owner, time: LEASE },
            backoff: Backoff::new(FIRST_WAIT, LONGEST_WAIT),
            failing: false,
            search: Search::default(),
        }
    }

    /// Runs until the outbox is closed and empty.
    pub(super) async fn run(mut self) {
        loop {
            let closed = self.shared.is_closed();
            let next = match self.round().await {
                Ok(next) => next,
                Err(error) => self.failed(&error.to_string(), None),
            };
            match next {
                Next::Again => {}
                Next::Idle if closed => break,
                Next::Idle => self.rest(POLL).await,
                // The outbox may close meanwhile: then there is one more try at once.
                Next::Failed { wait, asked: false } if !closed => self.rest(wait).await,
                Next::Failed { wait, .. } => sleep(wait).await,
            }
        }
        if let Ok(store) = self.shared.outbox() {
            let _given_up = store.release(self.lease).await;
        }
    }

    /// Waits, but no longer than until the outbox closes.
    async fn rest(&self, wait: Duration) {
        let _closed = timeout(wait, self.shared.closed()).await;
    }

    async fn round(&mut self) -> Result<Next, StoreError> {
        let shared = Arc::clone(&self.shared);
        let store = shared.outbox()?;
        if !store.has_waiting().await? {
            return Ok(Next::Idle);
        }
        let requests = if self.failing { 1 } else { REQUESTS };
        let records = store
            .claim(self.lease, requests * self.search.size())
            .await?;
        if records.is_empty() {
            // Another forwarder is at it.
            return Ok(Next::Idle);
        }
        let sent = self.send(store, records).await;
        if !sent.arrived.is_empty() || !sent.parked.is_empty() {
            let (arrived, parked) = (sent.arrived.clone(), sent.parked.clone());
            store.settle(arrived, parked).await?;
        }
        Ok(self.judge(&sent))
    }

    /// Sends, and keeps the lease meanwhile.
    async fn send(&self, store: &dyn OutboxStore, records: Vec<Outgoing>) -> Sent {
        let sending = round::send(&self.sender, records, self.search.size());
        let renewing = async {
            loop {
                sleep(LEASE / 3).await;
                // Without the lease a record may be sent twice, which the collector recognises.
                let _lost = store.renew(self.lease).await;
            }
        };
        match select(pin!(sending), pin!(renewing)).await {
            Either::Left((sent, _)) => sent,
            Either::Right(((), _)) => Sent::default(),
        }
    }

    fn judge(&mut self, sent: &Sent) -> Next {
        let arrived = sent.arrived.len() as u64;
        self.shared.delivered.fetch_add(arrived, Ordering::Relaxed);
        if let Some(first) = sent.parked.first() {
            tracing::warn!(
                target: "afp::feedback",
                count = sent.parked.len(),
                reason = first.reason,
                "the collector did not take feedback records; they are parked"
            );
        }
        for (feedback, issue) in &sent.issues {
            self.shared.issues.learn(feedback, issue.as_ref());
        }
        let settled = sent.arrived.len() + sent.parked.len();
        self.search.narrow(sent.suspects, settled);
        match &sent.failure {
            Some((reason, wait)) => self.failed(reason, *wait),
            None => {
                self.succeeded();
                Next::Again
            }
        }
    }

    fn failed(&mut self, reason: &str, asked: Option<Duration>) -> Next {
        if !self.failing {
            tracing::warn!(
                target: "afp::feedback",
                reason,
                "feedback could not be forwarded; it waits in the outbox"
            );
        }
        self.failing = true;
        self.shared.set_problem(Some(reason));
        let wait = asked.unwrap_or_default().min(LONGEST_ASKED_WAIT);
        Next::Failed {
            wait: self.backoff.next().max(wait),
            asked: asked.is_some(),
        }
    }

    fn succeeded(&mut self) {
        if self.failing {
            tracing::info!(target: "afp::feedback", "feedback is forwarded again");
        }
        self.failing = false;
        self.backoff.reset();
        self.shared.set_problem(None);
    }
}

/// The search for records that a collector does not want, when it refuses whole batches: they are
/// sent in parts of 8, then alone, so that one takes no other with it.
#[derive(Debug, Default)]
struct Search {
    /// Records at the front of the outbox that are suspects; they go in parts of 8.
    in_parts: usize,
    /// Those among them that go alone.
    alone: usize,
}

const PART: usize = 8;

impl Search {
    /// The most records of a request.
    fn size(&self) -> usize {
        match (self.in_parts, self.alone) {
            (0, 0) => MAX_BATCH,
            (_, 0) => PART,
            _ => 1,
        }
    }

    /// After a round: records of refused batches, and records that are settled.
    fn narrow(&mut self, suspects: usize, settled: usize) {
        let size = self.size();
        self.in_parts = self.in_parts.saturating_sub(settled);
        self.alone = self.alone.saturating_sub(settled);
        match (suspects, size) {
            (0, _) => {}
            (_, MAX_BATCH) => self.in_parts = suspects,
            _ => self.alone = suspects,
        }
    }
}
