use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{0} is a b", suggestion = { "a": 1, "b": { "c": "{0}", "c": 2 }, "a": 3 })]
    A(u8),
}

fn main() {}
