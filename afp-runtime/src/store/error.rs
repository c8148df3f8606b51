use std::error::Error;

/// A store could not do what it was asked; nothing of it was kept.
#[derive(Debug, thiserror::Error)]
#[error("the feedback store {what}")]
pub struct StoreError {
    what: &'static str,
    #[source]
    source: Option<Box<dyn Error + Send + Sync>>,
}

impl StoreError {
    /// An error of a store; `what` completes the sentence "the feedback store …".
    #[must_use]
    pub fn new(what: &'static str) -> Self {
        Self { what, source: None }
    }

    /// The same with what led to it.
    #[must_use]
    pub fn because(what: &'static str, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self {
            what,
            source: Some(source.into()),
        }
    }

    /// The same failure, told to another of the callers that it hit.
    #[cfg(any(feature = "sqlite", feature = "postgres"))]
    pub(super) fn again(&self) -> Self {
        Self {
            what: self.what,
            source: self.source.as_ref().map(|source| source.to_string().into()),
        }
    }
}
