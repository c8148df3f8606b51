use std::collections::{BTreeMap, BTreeSet};
use std::future::ready;

use super::{Kept, MemoryStore, State};
use crate::feedback::Moment;
use crate::store::outbox_store::{MAX_PARKED, milliseconds, now};
use crate::store::{Lease, OutboxCounts, OutboxStore, Outgoing, Parked, Parking, StoreFuture};

/// What is still to be forwarded; a record that no longer fits the store is not.
#[derive(Default)]
pub(super) struct Outbox {
    on: bool,
    owner: i64,
    until: i64,
    waiting: BTreeSet<i64>,
    parked: BTreeMap<i64, (String, i64)>,
}

impl Outbox {
    pub(super) fn add(&mut self, number: i64) {
        if self.on {
            self.waiting.insert(number);
        }
    }

    pub(super) fn forget(&mut self, number: i64) {
        self.waiting.remove(&number);
        self.parked.remove(&number);
    }

    fn take_lease(&mut self, lease: Lease) -> bool {
        let now = now();
        let free = self.on && (self.owner == lease.owner || self.until <= now);
        if free {
            self.owner = lease.owner;
            self.until = now.saturating_add(milliseconds(lease.time));
        }
        free
    }
}

impl State {
    /// Numbers follow each other, so the place is the distance from the oldest.
    fn record_of(&self, number: i64) -> Option<&Kept> {
        let oldest = self.kept.front()?.number;
        self.kept.get(usize::try_from(number - oldest).ok()?)
    }

    fn claim(&mut self, lease: Lease, limit: usize) -> Vec<Outgoing> {
        if !self.outbox.take_lease(lease) {
            return Vec::new();
        }
        let numbers = self.outbox.waiting.iter().take(limit);
        let outgoing = |&number: &i64| {
            let record = self.record_of(number)?.record.clone();
            Some(Outgoing { number, record })
        };
        numbers.filter_map(outgoing).collect()
    }

    fn settle(&mut self, arrived: &[i64], parked: Vec<Parking>) {
        for number in arrived {
            self.outbox.waiting.remove(number);
        }
        let moment = now();
        for Parking { number, reason } in parked {
            self.outbox.waiting.remove(&number);
            self.outbox.parked.insert(number, (reason, moment));
        }
    }

    fn parked(&self, limit: usize) -> Vec<Parked> {
        let parked = |(number, (reason, moment)): (&i64, &(String, i64))| {
            Some(Parked {
                record: self.record_of(*number)?.record.clone(),
                reason: reason.clone(),
                parked_at: Moment::from_milliseconds(*moment),
            })
        };
        let mut all: Vec<Parked> = self.outbox.parked.iter().filter_map(parked).collect();
        all.reverse();
        all.sort_by_key(|parked| std::cmp::Reverse(parked.parked_at));
        all.truncate(limit.min(MAX_PARKED));
        all
    }
}

impl OutboxStore for MemoryStore {
    fn set_forwarding(&self, on: bool) -> StoreFuture<'_, ()> {
        self.state().outbox.on = on;
        Box::pin(ready(Ok(())))
    }

    fn claim(&self, lease: Lease, limit: usize) -> StoreFuture<'_, Vec<Outgoing>> {
        Box::pin(ready(Ok(self.state().claim(lease, limit))))
    }

    fn renew(&self, lease: Lease) -> StoreFuture<'_, ()> {
        self.state().outbox.take_lease(lease);
        Box::pin(ready(Ok(())))
    }

    fn release(&self, lease: Lease) -> StoreFuture<'_, ()> {
        let mut state = self.state();
        if state.outbox.owner == lease.owner {
            state.outbox.until = 0;
        }
        Box::pin(ready(Ok(())))
    }

    fn settle(&self, arrived: Vec<i64>, parked: Vec<Parking>) -> StoreFuture<'_, ()> {
        self.state().settle(&arrived, parked);
        Box::pin(ready(Ok(())))
    }

    fn has_waiting(&self) -> StoreFuture<'_, bool> {
        Box::pin(ready(Ok(!self.state().outbox.waiting.is_empty())))
    }

    fn outbox_counts(&self) -> StoreFuture<'_, OutboxCounts> {
        let state = self.state();
        let counts = OutboxCounts {
            waiting: state.outbox.waiting.len() as u64,
            parked: state.outbox.parked.len() as u64,
        };
        Box::pin(ready(Ok(counts)))
    }

    fn parked(&self, limit: usize) -> StoreFuture<'_, Vec<Parked>> {
        Box::pin(ready(Ok(self.state().parked(limit))))
    }

    fn retry_parked(&self) -> StoreFuture<'_, u64> {
        let mut state = self.state();
        let parked = std::mem::take(&mut state.outbox.parked);
        state.outbox.waiting.extend(parked.keys());
        Box::pin(ready(Ok(parked.len() as u64)))
    }
}
