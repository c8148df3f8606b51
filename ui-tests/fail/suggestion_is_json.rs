use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "a", suggestion = 7)]
    A,
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "b", suggestion = { b: 1 })]
    B,
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "c", suggestion = { "c" 1 })]
    C,
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "d", suggestion = { "d": })]
    D,
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "f", suggestion = { "f": price })]
    F,
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "g", suggestion = { "g": 1u8 })]
    G,
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "h", suggestion = { "h": 1 "i": 2 })]
    H,
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "i", suggestion = [1])]
    I,
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "j", suggestion = { "j": [1 2] })]
    J,
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "k", suggestion = { "k": 'k' })]
    K,
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "l", suggestion = { "l": 1 } x)]
    L,
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "m", suggestion = { "m": -"1" })]
    M,
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "n", suggestion)]
    N,
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "o", suggestion = { "o":
[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
 })]
    O,
}

fn main() {}
