//! What is kept.

use std::fmt;

use jiff::Timestamp;

use crate::outcome::{ProductKey, Review, TelemetryEvent};

/// A product key as it is kept. `Debug` leaves the hash out.
#[derive(Clone, PartialEq, Eq)]
pub struct ProductKeyRecord {
    /// The key id.
    pub id: String,
    /// The product the key belongs to.
    pub product: String,
    /// SHA-256 of the key; signs capabilities.
    pub hash: [u8; 32],
    /// When it was added.
    pub created_at: Timestamp,
    /// From when on it is refused.
    pub expires_at: Option<Timestamp>,
    /// Since when it is refused.
    pub revoked_at: Option<Timestamp>,
    /// Whether the product collects.
    pub collecting: bool,
}

impl ProductKeyRecord {
    pub(super) fn new(product: &str, key: &ProductKey, expires_at: Option<Timestamp>) -> Self {
        Self {
            id: key.id().to_owned(),
            product: product.to_owned(),
            hash: *key.hash(),
            created_at: Timestamp::now(),
            expires_at,
            revoked_at: None,
            collecting: true,
        }
    }

    /// Whether the key is neither revoked nor expired at this time.
    #[must_use]
    pub fn is_valid_at(&self, now: Timestamp) -> bool {
        self.revoked_at.is_none() && self.expires_at.is_none_or(|end| now < end)
    }
}

impl fmt::Debug for ProductKeyRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProductKeyRecord")
            .field("id", &self.id)
            .field("product", &self.product)
            .field("created_at", &self.created_at)
            .field("expires_at", &self.expires_at)
            .field("revoked_at", &self.revoked_at)
            .field("collecting", &self.collecting)
            .finish_non_exhaustive()
    }
}

/// What became of a review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeptReview {
    /// The first review of the interaction: this one, or an earlier one.
    First(Review),
    /// The interaction belongs to another product; nothing was kept.
    OtherProduct,
}

/// A review with what is known of its interaction.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewRecord {
    /// The product.
    pub product: String,
    /// The review.
    pub review: Review,
    /// What telemetry told, if it came.
    pub event: Option<TelemetryEvent>,
}
