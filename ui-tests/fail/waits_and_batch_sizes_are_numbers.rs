use afp_runtime::AgentError;

type Secs = Option<u64>;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("an error")]
enum E {
    #[afp(status = 503, action = WaitAndRetry, expected = "retry_after_s is {0}", suggestion = { "retry_after_s": "{0}" })]
    Text(String),
    #[afp(status = 503, action = WaitAndRetry, expected = "retry_after_s is {0:?}", suggestion = { "retry_after_s": "{0}" })]
    Duration(std::time::Duration),
    #[afp(status = 503, action = WaitAndRetry, expected = "retry_after_s is {0:?}", suggestion = { "retry_after_s": "{0}" })]
    Alias(Secs),
    #[afp(status = 413, action = BatchSmaller, expected = "batchSize {0} or less", suggestion = { "batchSize": "{0}" })]
    Signed(i64),
}

fn main() {}
