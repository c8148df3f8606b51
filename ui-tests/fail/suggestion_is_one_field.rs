use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{0}", suggestion = "x {0}")]
    A(u8),
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{0}", suggestion = "{0:?}")]
    B(u8),
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{0}", suggestion = "{ \"max\": \"{0}\" }")]
    C(u8),
}

fn main() {}
