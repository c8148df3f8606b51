//! Where records are kept.

#[cfg(any(feature = "sqlite", feature = "postgres"))]
mod batch;
#[cfg(feature = "postgres")]
mod connections;
#[cfg(feature = "feedback")]
mod entry;
#[cfg(feature = "feedback")]
mod error;
#[cfg(feature = "feedback")]
mod feedback_store;
#[cfg(feature = "feedback")]
mod intake;
#[cfg(feature = "feedback")]
mod memory;
#[cfg(feature = "feedback")]
mod outbox_store;
#[cfg(feature = "outcomes")]
mod outcomes;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "feedback")]
mod query;
#[cfg(feature = "sqlite")]
mod sqlite;
#[cfg(feature = "feedback")]
mod summary;

#[cfg(feature = "feedback")]
pub use self::{
    entry::{Entry, Receipt},
    error::StoreError,
    feedback_store::{FeedbackStore, StoreFuture},
    intake::{Acknowledgement, Intake, IssueTable, Sender},
    memory::MemoryStore,
    outbox_store::{Lease, OutboxCounts, OutboxStore, Outgoing, Parked, Parking},
    query::{Cursor, InvalidCursor, Page, Query},
    summary::{EndpointCount, Summary},
};

#[cfg(feature = "postgres")]
pub use self::connections::{PostgresConfigError, PostgresTls};
#[cfg(feature = "postgres")]
pub use self::postgres::PostgresStore;
#[cfg(feature = "sqlite")]
pub use self::sqlite::SqliteStore;

#[cfg(all(feature = "outcomes", feature = "postgres"))]
pub use self::outcomes::PostgresOutcomes;
#[cfg(all(feature = "outcomes", feature = "sqlite"))]
pub use self::outcomes::SqliteOutcomes;
#[cfg(feature = "outcomes")]
pub use self::outcomes::{
    KeptReview, MemoryOutcomes, OutcomeStore, OutcomeStoreError, OutcomeStoreFuture,
    ProductKeyRecord, ReviewRecord,
};
