//! What a collector keeps of the outcome contract: product keys, reviews, telemetry.

mod memory;
#[cfg(feature = "postgres")]
mod postgres;
mod records;
#[cfg(feature = "sqlite")]
mod sqlite;

#[cfg(feature = "postgres")]
pub use self::postgres::PostgresOutcomes;
#[cfg(feature = "sqlite")]
pub use self::sqlite::SqliteOutcomes;
pub use self::{
    memory::MemoryOutcomes,
    records::{KeptReview, ProductKeyRecord, ReviewRecord},
};

use std::{error::Error, future::Future, pin::Pin};

use jiff::Timestamp;
use thiserror::Error;

use crate::outcome::{ProductKey, Review, TelemetryEvent};

/// A store failed. The source says how; answers do not.
#[derive(Debug, Error)]
#[error("the outcome store failed")]
pub struct OutcomeStoreError(#[source] Box<dyn Error + Send + Sync>);

impl OutcomeStoreError {
    /// Wraps the error of a database.
    pub fn new(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(source.into())
    }
}

/// What a store's method gives.
pub type OutcomeStoreFuture<'a, T> =
    Pin<Box<dyn Future<Output = Result<T, OutcomeStoreError>> + Send + 'a>>;

/// Keeps product keys, reviews and telemetry.
///
/// Of a product key only its id and SHA-256 are kept; the hash also signs capabilities, so it is
/// as secret as the key. A product may have several keys, for rotation. An interaction belongs to
/// the product whose review or event came first.
pub trait OutcomeStore: Send + Sync + 'static {
    /// Adds a key of a product. A key that is known already is left as it is.
    fn add_product_key<'a>(
        &'a self,
        product: &'a str,
        key: &'a ProductKey,
        expires_at: Option<Timestamp>,
    ) -> OutcomeStoreFuture<'a, ()>;

    /// Makes a key of a product with the system's random source, and adds it. This is the only
    /// time the key can be seen.
    fn create_product_key<'a>(
        &'a self,
        product: &'a str,
        expires_at: Option<Timestamp>,
    ) -> OutcomeStoreFuture<'a, ProductKey> {
        Box::pin(async move {
            let mut entropy = [0; ProductKey::ENTROPY];
            getrandom::fill(&mut entropy).map_err(OutcomeStoreError::new)?;
            let key = ProductKey::from_entropy(&entropy);
            self.add_product_key(product, &key, expires_at).await?;
            Ok(key)
        })
    }

    /// All keys, the oldest first.
    fn product_keys(&self) -> OutcomeStoreFuture<'_, Vec<ProductKeyRecord>>;

    /// The key with this id.
    fn product_key<'a>(&'a self, id: &'a str) -> OutcomeStoreFuture<'a, Option<ProductKeyRecord>>;

    /// Refuses a key from now on. Whether there was such a key that was not revoked.
    fn revoke_product_key<'a>(&'a self, id: &'a str) -> OutcomeStoreFuture<'a, bool>;

    /// Lets a key expire at a time, or never. Whether there is such a key.
    fn expire_product_key<'a>(
        &'a self,
        id: &'a str,
        at: Option<Timestamp>,
    ) -> OutcomeStoreFuture<'a, bool>;

    /// Switches the collection of a product on or off. It is on at first.
    fn set_collecting<'a>(&'a self, product: &'a str, on: bool) -> OutcomeStoreFuture<'a, ()>;

    /// Keeps the first review of an interaction; later ones change nothing.
    fn keep_review<'a>(
        &'a self,
        product: &'a str,
        review: Review,
    ) -> OutcomeStoreFuture<'a, KeptReview>;

    /// Keeps events; a second one of an interaction changes nothing. How many were taken: those of
    /// interactions of another product are not.
    fn keep_events<'a>(
        &'a self,
        product: &'a str,
        events: Vec<TelemetryEvent>,
    ) -> OutcomeStoreFuture<'a, usize>;

    /// The latest reviews, the newest first, with what telemetry told of their interactions.
    fn latest_reviews(&self, limit: usize) -> OutcomeStoreFuture<'_, Vec<ReviewRecord>>;
}
