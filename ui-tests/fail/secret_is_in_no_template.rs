use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{token} is x y", suggestion = { "x": "{token}", "y": "a {token}" }, details = "{token}")]
    A {
        #[afp(secret)]
        token: String,
    },
}

fn main() {}
