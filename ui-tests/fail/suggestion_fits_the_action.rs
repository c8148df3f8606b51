use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "a")]
    A,
    #[error("e")]
    #[afp(status = 409, action = PickDifferentValue, retryable = true, expected = "b", suggestion = {})]
    B,
    #[error("e")]
    #[afp(status = 409, action = UseDifferentField, retryable = false, expected = "c")]
    C,
}

fn main() {}
