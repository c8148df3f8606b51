#![forbid(unsafe_code, unused, nonstandard_style, future_incompatible, let_underscore)]
#![forbid(rust_2018_idioms)]

use afp_runtime::AgentError;

#[derive(Debug, AgentError)]
pub enum E {
    #[afp(code = "A", action = RetryWithSuggestion, retryable = true, status = 422, expected = "{0} n", suggestion = { "n": "{0}" })]
    A(u8),
}

impl std::fmt::Display for E {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("e")
    }
}

impl std::error::Error for E {}

fn main() {
    let registry = afp_runtime::registry![E];
    assert_eq!(registry.len(), 1);
}
