use crate::feedback::{DuplicateKey, Moment, Record};

/// How long a submission counts as the duplicate of an earlier one.
pub(super) const DUPLICATE_WINDOW_MS: i64 = 24 * 60 * 60 * 1000;

/// How many duplicate keys a store keeps; older ones go first.
#[cfg(any(feature = "sqlite", feature = "postgres"))]
pub(super) const MAX_DUPLICATE_KEYS: i64 = 1_000_000;

/// What is handed to a store.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What is to be kept.
    pub record: Record,
    /// What it shares with its duplicates; `None` when nothing is a duplicate of it.
    pub duplicate_key: Option<DuplicateKey>,
}

/// What became of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// It was kept.
    Stored,
    /// It says what was said before, within 24 hours, or carries an id that is known; nothing
    /// was kept.
    Duplicate {
        /// The id of the first one.
        id: String,
        /// When that one was received.
        received_at: Moment,
    },
}
