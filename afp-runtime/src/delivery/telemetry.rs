//! Telemetry of the outcome contract: a bounded queue and the task that empties it.

mod post;
mod worker;

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::Notify,
    task::AbortHandle,
    time::{Instant, timeout_at},
};

use self::post::Collector;
use crate::outcome::{Endpoint, ProductKey, TelemetryEvent};

/// Events that wait, at most; the oldest is dropped for a new one.
const CAPACITY: usize = 1000;
/// Waiting events that are sent at once.
const FLUSH_AT: usize = 50;

/// Sends the telemetry of a product to its collector, in the background.
///
/// [`push`](Self::push) never waits and never fails. At most 1,000 events wait; beyond that the
/// oldest is dropped. They are sent every 500 ms or as soon as 50 wait, at most 50 in a request,
/// with a limit of 3 s and at most three attempts; what can't be delivered is dropped and counted.
/// One warning is logged for each run of failures.
///
/// The queue can be made outside a runtime: the task starts with the first event that is pushed
/// inside one (a tokio runtime with time and IO), and ends when nothing is left to send. Clones
/// share the queue.
#[derive(Debug, Clone)]
pub struct TelemetryQueue {
    shared: Arc<Shared>,
}

/// What became of the events so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct TelemetryCounts {
    /// Waiting or on their way.
    pub pending: u64,
    /// Accepted by the collector.
    pub delivered: u64,
    /// Lost: refused, undeliverable, pushed out of a full queue, or left at shutdown.
    pub dropped: u64,
}

#[derive(Debug)]
struct Shared {
    collector: Collector,
    queue: Mutex<Queue>,
    /// Enough events wait, or the queue closes.
    wake: Notify,
    /// The task has ended.
    idle: Notify,
    delivered: AtomicU64,
    dropped: AtomicU64,
    /// The last batch failed, and that has been logged.
    failing: AtomicBool,
}

#[derive(Debug, Default)]
struct Queue {
    waiting: VecDeque<TelemetryEvent>,
    in_flight: usize,
    worker: Option<AbortHandle>,
    closed: bool,
}

impl TelemetryQueue {
    /// A queue for the collector of a product.
    #[must_use]
    pub fn new(key: &ProductKey, endpoint: &Endpoint) -> Self {
        let shared = Shared {
            collector: Collector::new(key, endpoint),
            queue: Mutex::default(),
            wake: Notify::new(),
            idle: Notify::new(),
            delivered: AtomicU64::new(0),
            dropped: AtomicU64::new(0),
            failing: AtomicBool::new(false),
        };
        Self {
            shared: Arc::new(shared),
        }
    }

    /// Puts an event into the queue. An event with a member out of its range, and any event after
    /// [`shutdown`](Self::shutdown), is dropped and counted.
    pub fn push(&self, event: TelemetryEvent) {
        if event.check().is_err() {
            self.shared.drop_events(1);
            return;
        }
        let mut queue = self.shared.queue();
        if queue.closed {
            self.shared.drop_events(1);
            return;
        }
        if queue.waiting.len() == CAPACITY {
            queue.waiting.pop_front();
            self.shared.drop_events(1);
        }
        queue.waiting.push_back(event);
        if queue.waiting.len() == FLUSH_AT {
            self.shared.wake.notify_one();
        }
        self.shared.start_worker(&mut queue);
    }

    /// What became of the events so far.
    #[must_use]
    pub fn counts(&self) -> TelemetryCounts {
        let queue = self.shared.queue();
        TelemetryCounts {
            pending: (queue.waiting.len() + queue.in_flight) as u64,
            delivered: self.shared.delivered.load(Ordering::Relaxed),
            dropped: self.shared.dropped.load(Ordering::Relaxed),
        }
    }

    /// Takes no more events, sends what waits, and gives up at the deadline; what is left then is
    /// dropped and counted. Returns at once when there is nothing left to do.
    pub async fn shutdown(&self, deadline: Duration) -> TelemetryCounts {
        let until = Instant::now() + deadline;
        loop {
            let idle = self.shared.idle.notified();
            {
                let mut queue = self.shared.queue();
                queue.closed = true;
                self.shared.start_worker(&mut queue);
                if queue.worker.is_none() {
                    break;
                }
            }
            self.shared.wake.notify_one();
            if timeout_at(until, idle).await.is_err() {
                self.shared.give_up();
                break;
            }
        }
        self.counts()
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn drop_events(&self, count: usize) {
        self.dropped.fetch_add(count as u64, Ordering::Relaxed);
    }

    fn start_worker(self: &Arc<Self>, queue: &mut Queue) {
        let needed = queue.worker.is_none() && !queue.waiting.is_empty();
        if let (true, Ok(runtime)) = (needed, tokio::runtime::Handle::try_current()) {
            let task = runtime.spawn(worker::run(worker::Shift::begin(self.clone())));
            queue.worker = Some(task.abort_handle());
        }
    }

    fn give_up(&self) {
        let mut queue = self.queue();
        let left = queue.waiting.len() + std::mem::take(&mut queue.in_flight);
        queue.waiting.clear();
        self.drop_events(left);
        if let Some(worker) = queue.worker.take() {
            worker.abort();
        }
    }
}
