use std::time::Duration;

use super::StoreFuture;
use crate::feedback::{Moment, Record};

/// The part of a store that remembers which records are still to be forwarded to a collector.
///
/// A record and its place in the outbox are kept in one transaction, whoever writes to the
/// database: once forwarding is on, every record that is kept afterwards waits here until it is
/// settled. Of several forwarders on one database, one at a time holds the lease and gets records;
/// the others take over when it is given up or runs out.
pub trait OutboxStore: Send + Sync {
    /// Turns forwarding on or off for this database, for good. What waits stays.
    fn set_forwarding(&self, on: bool) -> StoreFuture<'_, ()>;

    /// Takes or renews the lease, and gives the first `limit` records that wait, oldest first;
    /// none when another forwarder holds the lease.
    fn claim(&self, lease: Lease, limit: usize) -> StoreFuture<'_, Vec<Outgoing>>;

    /// Renews the lease.
    fn renew(&self, lease: Lease) -> StoreFuture<'_, ()>;

    /// Gives the lease up.
    fn release(&self, lease: Lease) -> StoreFuture<'_, ()>;

    /// Takes records out of the outbox: those that arrived, and those that are parked with the
    /// reason.
    fn settle(&self, arrived: Vec<i64>, parked: Vec<Parking>) -> StoreFuture<'_, ()>;

    /// Whether any record waits.
    fn has_waiting(&self) -> StoreFuture<'_, bool>;

    /// How many records wait, and how many are parked.
    fn outbox_counts(&self) -> StoreFuture<'_, OutboxCounts>;

    /// The last `limit` records that were parked, last first.
    fn parked(&self, limit: usize) -> StoreFuture<'_, Vec<Parked>>;

    /// Lets every parked record wait again, and says how many those were.
    fn retry_parked(&self) -> StoreFuture<'_, u64>;
}

/// The right to forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// Whose it is: a number that no other forwarder has.
    pub owner: i64,
    /// How long it lasts from now on.
    pub time: Duration,
}

/// A record on its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Outgoing {
    /// Its number in this store.
    pub number: i64,
    /// The record.
    pub record: Record,
}

/// A record that is to be parked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parking {
    /// Its number in this store.
    pub number: i64,
    /// Why the collector did not take it.
    pub reason: String,
}

/// A record that a collector did not take.
#[derive(Clone, Debug, PartialEq)]
pub struct Parked {
    /// The record.
    pub record: Record,
    /// Why the collector did not take it.
    pub reason: String,
    /// When.
    pub parked_at: Moment,
}

/// The size of an outbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutboxCounts {
    /// Records that are still to be forwarded.
    pub waiting: u64,
    /// Records that the collector did not take.
    pub parked: u64,
}

/// The most parked records of one list.
pub(super) const MAX_PARKED: usize = 1000;

pub(super) fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    })
}

pub(super) fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX / 4)
}
