use afp_runtime::AgentError;

const TEXT: &str = "x";

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(code = b"A", status = 422, action = FixInputFormat, retryable = false, expected = c"x")]
    A,
    #[error("e")]
    #[afp(code = 404, status = 422, action = FixInputFormat, retryable = false, expected = concat!("a", "b"))]
    B,
    #[error("e")]
    #[afp(code = "C"suffix, status = 422, action = FixInputFormat, retryable = false, expected = TEXT)]
    C,
}

fn main() {}
