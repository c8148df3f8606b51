//! A crate of an older edition.

use afp_runtime::{registry, AgentError, Registry};

/// An error of an older edition.
#[derive(Debug, thiserror::Error, AgentError)]
pub enum Old<'a> {
    /// Has a name.
    #[error("{name}")]
    #[afp(
        status = 409,
        action = RetryWithSuggestion,
        retryable = true,
        expected = "{name:?} is x",
        suggestion = { "x": "{name}" }
    )]
    Named {
        /// The name.
        #[afp(current)]
        name: &'a str,
    },
}

/// Its registry.
pub static REGISTRY: Registry = registry![Old<'static>];
