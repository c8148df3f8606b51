//! Docs.
#![deny(warnings, missing_docs, unreachable_pub, unused_qualifications)]

use afp_runtime::AgentError;

macro_rules! decl {
    () => {
        /** Docs. */
        #[derive(Debug, thiserror::Error, AgentError)]
        pub enum E {
            /** Docs. */
            #[error("a")]
            #[afp(code = "A", action = RetryWithSuggestion, retryable = true, status = 422, expected = "{0} {0:?} n", suggestion = { "n": "{0}" })]
            A(#[afp(current = "x")] u8),
        }
    };
}
decl!();

fn main() {
    let _ = afp_runtime::registry![E];
}
