//! Docs.
#![deny(clippy::pedantic, clippy::nursery, clippy::allow_attributes)]
#![deny(clippy::missing_inline_in_public_items, clippy::indexing_slicing, clippy::unwrap_used)]
#![deny(clippy::wildcard_enum_match_arm, clippy::pattern_type_mismatch, clippy::absolute_paths)]
#![deny(clippy::implicit_return, clippy::missing_trait_methods, clippy::items_after_statements)]

use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
pub enum E {
    #[error("a")]
    #[afp(code = "A", action = RetryWithSuggestion, retryable = true, status = 422, expected = "{id} n", suggestion = { "n": "{id}" })]
    A {
        #[afp(current)]
        id: u64,
    },
    #[error("b")]
    #[afp(code = "B", action = FixInputFormat, retryable = false, status = 422, expected = "x")]
    B,
}

pub static REGISTRY: afp_runtime::Registry = afp_runtime::registry![E];

fn main() {}
