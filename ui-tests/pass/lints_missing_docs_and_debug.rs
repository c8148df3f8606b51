//! Docs.
#![deny(missing_docs, missing_debug_implementations, unreachable_pub, unnameable_types)]

use afp_runtime::AgentError;

/// Docs.
#[derive(Debug, thiserror::Error, AgentError)]
pub enum E {
    /// Docs.
    #[error("a")]
    #[afp(code = "A", action = FixInputFormat, retryable = false, status = 422, expected = "{0}")]
    A(u8),
}

/// Docs.
pub static REGISTRY: afp_runtime::Registry = afp_runtime::registry![E];

fn main() {}
