use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{a} {b}", suggestion = { "{a}": 1, "{b}": 2 })]
    A { a: String, b: String },
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{a}", suggestion = { "x_{a}": 1 })]
    B { a: String },
}

fn main() {}
