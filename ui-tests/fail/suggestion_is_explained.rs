use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{0} or less", suggestion = { "maxPrice": "{0}" })]
    A(u8),
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "maxPriceTotal is {0}", suggestion = { "maxPrice": "{0}" })]
    B(u8),
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{0}", suggestion = { "{1}": "{0}" })]
    C(u8, String),
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{0} a", suggestion = { "{{a}}": "{0}" })]
    D(u8),
}

fn main() {}
