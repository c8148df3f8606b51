use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 503, action = WaitAndRetry, retryable = false, expected = "in {0} retry_after_s", suggestion = { "retry_after_s": "{0}" })]
    A(u8),
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, retryable = true, expected = "b")]
    B,
    #[error("e")]
    #[afp(status = 500, action = ReportBug, retryable = "no", expected = "c")]
    C,
    #[error("e")]
    #[afp(status = 503, action = r#WaitAndRetry, retryable = false, expected = "retry_after_s", suggestion = { "retry_after_s": 1 })]
    Raw,
}

fn main() {}
