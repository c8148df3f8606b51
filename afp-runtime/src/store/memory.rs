mod outbox;

use std::collections::hash_map::Entry as Slot;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use self::outbox::Outbox;
use super::entry::DUPLICATE_WINDOW_MS;
use super::summary::MAX_ENDPOINTS;
use super::{
    EndpointCount, Entry, FeedbackStore, OutboxStore, Page, Query, Receipt, StoreError,
    StoreFuture, Summary,
};
use crate::feedback::{DuplicateKey, FeedbackType, Moment, Outcome, Record};

/// Keeps the newest records in memory: for tests, trials and services that forward them.
///
/// It is bounded in records and bytes; what does not fit any more goes, oldest first, and no
/// longer counts.
pub struct MemoryStore {
    max_records: usize,
    max_bytes: usize,
    state: Mutex<State>,
    key: [u8; 32],
}

struct Kept {
    number: i64,
    record: Record,
    key: Option<DuplicateKey>,
}

/// Keys are made by a keyed hash already; their first bytes will do.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        if let Some(first) = bytes.first_chunk() {
            self.0 = u64::from_ne_bytes(*first);
        }
    }

    fn write_usize(&mut self, _length: usize) {}

    fn finish(&self) -> u64 {
        self.0
    }
}

#[derive(Default)]
struct State {
    kept: VecDeque<Kept>,
    bytes: usize,
    next_number: i64,
    first_of: HashMap<DuplicateKey, (String, Moment), BuildHasherDefault<KeyHasher>>,
    moments: HashMap<String, Moment>,
    duplicates: u64,
    accounts: HashMap<String, u64>,
    types: HashMap<FeedbackType, u64>,
    endpoints: HashMap<String, (u64, u64)>,
    outbox: Outbox,
}

impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryStore")
            .field("max_records", &self.max_records)
            .finish_non_exhaustive()
    }
}

impl MemoryStore {
    /// A store of at most 10,000 records and 64 MiB of JSON.
    ///
    /// # Errors
    /// When the system has no randomness for its key.
    pub fn new() -> Result<Self, StoreError> {
        Self::bounded(10_000, 64 << 20)
    }

    /// A store of at most so many records and bytes of their JSON; at least one record.
    ///
    /// # Errors
    /// When the system has no randomness for its key.
    pub fn bounded(max_records: usize, max_bytes: usize) -> Result<Self, StoreError> {
        let mut key = [0; 32];
        getrandom::fill(&mut key)
            .map_err(|error| StoreError::because("has no randomness for its key", error))?;
        Ok(Self {
            max_records: max_records.max(1),
            max_bytes,
            state: Mutex::default(),
            key,
        })
    }

    /// The key, without a wait.
    #[cfg(feature = "axum")]
    pub(crate) fn own_key(&self) -> [u8; 32] {
        self.key
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn insert_all(&self, entries: Vec<Entry>) -> Vec<Receipt> {
        let mut state = self.state();
        let receipts = entries
            .into_iter()
            .map(|entry| state.insert(entry))
            .collect();
        while state.kept.len() > self.max_records
            || (state.bytes > self.max_bytes && state.kept.len() > 1)
        {
            state.drop_oldest();
        }
        receipts
    }
}

impl State {
    fn insert(
        &mut self,
        Entry {
            record,
            duplicate_key: key,
        }: Entry,
    ) -> Receipt {
        if let Some((id, received_at)) = self.known(&record, key.as_ref()) {
            self.duplicates += 1;
            return Receipt::Duplicate { id, received_at };
        }
        if let Some(key) = key {
            self.first_of
                .insert(key, (record.id.clone(), record.received_at));
        }
        self.moments.insert(record.id.clone(), record.received_at);
        self.count(&record);
        self.bytes += record.feedback.json.len();
        self.kept.push_back(Kept {
            number: self.next_number,
            record,
            key,
        });
        self.outbox.add(self.next_number);
        self.next_number += 1;
        Receipt::Stored
    }

    fn known(&self, record: &Record, key: Option<&DuplicateKey>) -> Option<(String, Moment)> {
        let earlier = key
            .and_then(|key| self.first_of.get(key))
            .filter(|(_, first)| {
                record.received_at.as_milliseconds() - first.as_milliseconds() < DUPLICATE_WINDOW_MS
            });
        earlier.cloned().or_else(|| {
            let moment = self.moments.get(&record.id)?;
            Some((record.id.clone(), *moment))
        })
    }

    fn count(&mut self, record: &Record) {
        let feedback = &record.feedback;
        *self.types.entry(feedback.kind).or_default() += 1;
        if let Some(account) = &record.account {
            *counted(&mut self.accounts, account) += 1;
        }
        if let Some(endpoint) = &feedback.endpoint {
            let (count, blocked) = counted(&mut self.endpoints, endpoint);
            *count += 1;
            *blocked += u64::from(feedback.outcome == Some(Outcome::Blocked));
        }
    }

    fn drop_oldest(&mut self) {
        let Some(Kept {
            number,
            record,
            key,
        }) = self.kept.pop_front()
        else {
            return;
        };
        self.outbox.forget(number);
        self.bytes -= record.feedback.json.len();
        self.moments.remove(&record.id);
        if let Some(Slot::Occupied(first)) = key.map(|key| self.first_of.entry(key)) {
            if first.get().0 == record.id {
                first.remove();
            }
        }
        let feedback = &record.feedback;
        lower(&mut self.types, feedback.kind);
        if let Some(account) = record.account {
            lower(&mut self.accounts, account);
        }
        if let Some(Slot::Occupied(mut counts)) = feedback
            .endpoint
            .clone()
            .map(|endpoint| self.endpoints.entry(endpoint))
        {
            counts.get_mut().0 -= 1;
            counts.get_mut().1 -= u64::from(feedback.outcome == Some(Outcome::Blocked));
            if counts.get().0 == 0 {
                counts.remove();
            }
        }
    }

    fn page(&self, query: &Query) -> Page {
        let limit = query.bounded_limit();
        let mut fitting: Vec<&Kept> = self.kept.iter().filter(|kept| fits(query, kept)).collect();
        fitting.sort_by_key(|kept| (kept.record.received_at, kept.number));
        let newest = fitting.iter().rev().take(limit + 1);
        Page::of(
            newest
                .map(|kept| (kept.number, kept.record.clone()))
                .collect(),
            limit,
        )
    }

    fn summary(&self) -> Summary {
        let mut by_endpoint: Vec<EndpointCount> = self
            .endpoints
            .iter()
            .map(|(endpoint, &(count, blocked))| EndpointCount {
                endpoint: endpoint.clone(),
                count,
                blocked,
            })
            .collect();
        by_endpoint.sort_by(|a, b| b.count.cmp(&a.count).then(a.endpoint.cmp(&b.endpoint)));
        by_endpoint.truncate(MAX_ENDPOINTS);
        let of_type = |kind: &FeedbackType| Some((*kind, *self.types.get(kind)?));
        Summary {
            total: self.kept.len() as u64,
            duplicates: self.duplicates,
            accounts: self.accounts.len() as u64,
            by_type: FeedbackType::ALL.iter().filter_map(of_type).collect(),
            by_endpoint,
        }
    }
}

/// The count under a name, which is copied only when it is new.
fn counted<'m, C: Default>(counts: &'m mut HashMap<String, C>, name: &str) -> &'m mut C {
    if !counts.contains_key(name) {
        counts.insert(name.to_owned(), C::default());
    }
    counts.get_mut(name).expect("it was put there")
}

fn lower<K: Hash + Eq>(counts: &mut HashMap<K, u64>, name: K) {
    if let Slot::Occupied(mut count) = counts.entry(name) {
        *count.get_mut() -= 1;
        if *count.get() == 0 {
            count.remove();
        }
    }
}

fn fits(query: &Query, Kept { number, record, .. }: &Kept) -> bool {
    let feedback = &record.feedback;
    query.kind.is_none_or(|kind| kind == feedback.kind)
        && query.since.is_none_or(|since| record.received_at >= since)
        && (query.endpoint.is_none() || query.endpoint == feedback.endpoint)
        && (query.service.is_none() || query.service == record.service)
        && query
            .after
            .is_none_or(|after| (record.received_at, *number) < (after.received_at, after.number))
}

impl FeedbackStore for MemoryStore {
    fn key(&self) -> StoreFuture<'_, [u8; 32]> {
        Box::pin(std::future::ready(Ok(self.key)))
    }

    fn insert(&self, entries: Vec<Entry>) -> StoreFuture<'_, Vec<Receipt>> {
        Box::pin(async move { Ok(self.insert_all(entries)) })
    }

    fn find(&self, id: String) -> StoreFuture<'_, Option<Record>> {
        Box::pin(async move {
            let state = self.state();
            Ok(state
                .kept
                .iter()
                .rev()
                .find(|kept| kept.record.id == id)
                .map(|k| k.record.clone()))
        })
    }

    fn list(&self, query: Query) -> StoreFuture<'_, Page> {
        Box::pin(async move { Ok(self.state().page(&query)) })
    }

    fn summary(&self) -> StoreFuture<'_, Summary> {
        Box::pin(async move { Ok(self.state().summary()) })
    }

    fn outbox(&self) -> Option<&dyn OutboxStore> {
        Some(self)
    }
}
