use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 503, action = WaitAndRetry, expected = "a")]
    A,
    #[error("e")]
    #[afp(status = 503, action = AbortOrRetry, expected = "{0} wait", suggestion = { "wait": "{0}" })]
    B(u8),
    #[error("e")]
    #[afp(status = 503, action = WaitAndRetry, expected = "{0:?} retry_after_s", suggestion = { "retry_after_s": "{0}" })]
    C(Option<u8>),
    #[error("e")]
    #[afp(status = 503, action = WaitAndRetry, expected = "retry_after_s", suggestion = { "retry_after_s": "soon" })]
    D,
    #[error("e")]
    #[afp(status = 413, action = BatchSmaller, expected = "f")]
    F,
    #[error("e")]
    #[afp(status = 413, action = BatchSmaller, expected = "batchSize", suggestion = { "batchSize": 0 })]
    G,
    #[error("e")]
    #[afp(status = 413, action = BatchSmaller, expected = "batchSize", suggestion = { "batchSize": [1] })]
    H,
    #[error("e")]
    #[afp(status = 503, action = WaitAndRetry, expected = "{0}", suggestion = "{0}")]
    I(u8),
    #[error("e")]
    #[afp(status = 503, action = WaitAndRetry, expected = "retry_after_s", suggestion = { "retry_after_s": -1 })]
    J,
}

fn main() {}
