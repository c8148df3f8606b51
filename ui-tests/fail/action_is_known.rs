use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 404, action = NoAction, expected = "a")]
    A,
    #[error("e")]
    #[afp(status = 404, action = RetryWithSugestion, retryable = true, expected = "{0} b", suggestion = { "b": "{0}" })]
    B(u8),
}

fn main() {}
