//! The task that empties the queue.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use tokio::time::timeout;

use super::{FLUSH_AT, Shared, post::Answer};
use crate::outcome::TelemetryEvent;

/// How long fewer than [`FLUSH_AT`] events wait.
const FLUSH_EVERY: Duration = Duration::from_millis(500);
/// Delays before the second and third attempt.
const RETRY_DELAYS: [Duration; 2] = [Duration::from_millis(250), Duration::from_millis(1000)];
/// Sizes of the parts in which a refused batch is sent again: three tries in all.
const SPLITS: [usize; 2] = [8, 1];
/// Refusals within one batch after which the rest of it is dropped.
const MAX_REFUSALS: usize = 10;

/// The time in which a task is at work. Ends also when the task is dropped with its runtime, so
/// that the next event starts another.
pub(super) struct Shift {
    shared: Arc<Shared>,
    ended: bool,
}

impl Shift {
    pub(super) fn begin(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            ended: false,
        }
    }

    /// The next events to send; the shift ends, under the same lock, if there are none.
    fn take_batch(&mut self) -> Vec<TelemetryEvent> {
        let mut queue = self.shared.queue();
        let count = queue.waiting.len().min(FLUSH_AT);
        let batch: Vec<_> = queue.waiting.drain(..count).collect();
        queue.in_flight = batch.len();
        if batch.is_empty() {
            queue.worker = None;
            self.ended = true;
        }
        batch
    }
}

impl Drop for Shift {
    fn drop(&mut self) {
        if !self.ended {
            let mut queue = self.shared.queue();
            queue.worker = None;
            let lost = std::mem::take(&mut queue.in_flight);
            self.shared.drop_events(lost);
        }
        self.shared.idle.notify_waiters();
    }
}

pub(super) async fn run(mut shift: Shift) {
    loop {
        wait_for_a_batch(&shift.shared).await;
        let batch = shift.take_batch();
        if batch.is_empty() {
            return;
        }
        deliver(&shift.shared, batch).await;
    }
}

async fn wait_for_a_batch(shared: &Shared) {
    let enough = async {
        while !is_due(shared) {
            shared.wake.notified().await;
        }
    };
    // Late is fine: what waits is sent now.
    let _ = timeout(FLUSH_EVERY, enough).await;
}

fn is_due(shared: &Shared) -> bool {
    let queue = shared.queue();
    queue.closed || queue.waiting.len() >= FLUSH_AT
}

/// Sends a batch. If the collector refuses it, smaller parts are tried, so that one event it does
/// not like takes no other with it.
async fn deliver(shared: &Shared, batch: Vec<TelemetryEvent>) {
    let mut parts = vec![(batch, 0)];
    let mut refusals = 0;
    let mut problem = None;
    while let Some((mut part, splits)) = parts.pop() {
        match send(shared, &part).await {
            Answer::Accepted => {
                settle(shared, part.len(), true);
                continue;
            }
            Answer::RefusedContent(status) if part.len() > 1 && refusals < MAX_REFUSALS => {
                refusals += 1;
                problem = Some(format!("status {status}"));
                if let Some(size) = SPLITS.get(splits) {
                    while !part.is_empty() {
                        let rest = part.split_off(part.len().min(*size));
                        parts.push((part, splits + 1));
                        part = rest;
                    }
                    continue;
                }
            }
            Answer::RefusedContent(status)
            | Answer::Refused(status)
            | Answer::TryAgain(Some(status)) => {
                refusals += 1;
                problem = Some(format!("status {status}"));
            }
            Answer::TryAgain(None) => problem = Some("no answer".to_owned()),
        }
        settle(shared, part.len(), false);
        if refusals > MAX_REFUSALS {
            let left = parts.drain(..).map(|(part, _)| part.len()).sum();
            settle(shared, left, false);
        }
    }
    report(shared, problem.as_deref());
}

/// Counts events that are no longer in flight.
fn settle(shared: &Shared, count: usize, delivered: bool) {
    let mut queue = shared.queue();
    // After giving up, what was in flight has been counted already.
    let count = count.min(queue.in_flight);
    queue.in_flight -= count;
    let counter = if delivered {
        &shared.delivered
    } else {
        &shared.dropped
    };
    counter.fetch_add(count as u64, Ordering::Relaxed);
}

/// Logs the first failure of a run.
fn report(shared: &Shared, problem: Option<&str>) {
    let was_failing = shared.failing.swap(problem.is_some(), Ordering::Relaxed);
    if let (Some(problem), false) = (problem, was_failing) {
        tracing::warn!(
            problem,
            "telemetry of the outcome contract could not be delivered"
        );
    }
}

async fn send(shared: &Shared, part: &[TelemetryEvent]) -> Answer {
    let mut delays = RETRY_DELAYS.iter();
    loop {
        let answer = shared.collector.post(part).await;
        match (&answer, delays.next()) {
            (Answer::TryAgain(_), Some(delay)) => tokio::time::sleep(*delay).await,
            _ => return answer,
        }
    }
}
