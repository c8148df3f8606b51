//! Docs.
#![deny(clippy::pedantic, clippy::nursery, clippy::allow_attributes)]
#![deny(
    clippy::missing_inline_in_public_items,
    clippy::indexing_slicing,
    clippy::unwrap_used
)]
#![deny(
    clippy::wildcard_enum_match_arm,
    clippy::pattern_type_mismatch,
    clippy::absolute_paths
)]
#![deny(
    clippy::implicit_return,
    clippy::missing_trait_methods,
    clippy::items_after_statements
)]

use std::borrow::Cow;

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
    #[error("c")]
    #[afp(code = "C", action = FixInputFormat, retryable = false, status = 422, expected = "{0} {1} {2}")]
    C(String, Box<u8>, Cow<'static, str>),
    #[error("d")]
    #[afp(code = "D", action = FixInputFormat, retryable = false, status = 422, expected = "{0} {1} {2}")]
    D(Box<u8>, String, Cow<'static, str>),
    #[error("f")]
    #[afp(code = "F", action = FixInputFormat, retryable = false, status = 422, expected = "{0} {1} {2}")]
    F(Cow<'static, str>, Box<u8>, String),
    #[error("g")]
    #[afp(code = "G", action = FixInputFormat, retryable = false, status = 422, expected = "{0:?} {1:?}")]
    G(Vec<u8>, Option<Vec<u8>>),
    #[error("h")]
    #[afp(code = "H", action = FixInputFormat, retryable = false, status = 422, expected = "{1:?} {0:?}")]
    H(Vec<u8>, Option<Vec<u8>>),
    #[error("i")]
    #[afp(code = "I", action = FixInputFormat, retryable = false, status = 422, expected = "{0:?} {2:?} {1}")]
    I(Vec<u8>, u8, Option<Vec<u8>>),
}

pub static REGISTRY: afp_runtime::Registry = afp_runtime::registry![E];

#[expect(clippy::missing_const_for_fn, reason = "main is none")]
fn main() {}
