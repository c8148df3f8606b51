use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;

use super::{Entry, OutboxStore, Page, Query, Receipt, StoreError, Summary};
use crate::feedback::Record;

/// What a store answers.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A place that keeps feedback records.
///
/// All stores agree on what a duplicate is: the same key within 24 hours, or a known id. Stores
/// on one database agree with each other.
pub trait FeedbackStore: Debug + Send + Sync {
    /// 32 random bytes that belong to the kept records: made once, and the same for all that
    /// share them.
    fn key(&self) -> StoreFuture<'_, [u8; 32]>;

    /// Keeps entries, all or none, and says for each what became of it. When this returns, they
    /// survive a crash of the process and, but for the store in memory, of the machine.
    fn insert(&self, entries: Vec<Entry>) -> StoreFuture<'_, Vec<Receipt>>;

    /// The record of an id.
    fn find(&self, id: String) -> StoreFuture<'_, Option<Record>>;

    /// A page of records, newest first.
    fn list(&self, query: Query) -> StoreFuture<'_, Page>;

    /// The counts.
    fn summary(&self) -> StoreFuture<'_, Summary>;

    /// The part that remembers what is still to be forwarded; `None` when the store has none.
    fn outbox(&self) -> Option<&dyn OutboxStore> {
        None
    }
}
