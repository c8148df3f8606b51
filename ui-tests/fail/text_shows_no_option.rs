use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{a} is x", suggestion = { "x": "about {a}" })]
    A { a: Option<u8> },
}

fn main() {}
