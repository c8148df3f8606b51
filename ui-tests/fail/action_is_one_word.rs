use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 404, action = "ContactOperator", expected = "a")]
    A,
    #[error("e")]
    #[afp(status = 404, action = afp::ContactOperator, expected = "b")]
    B,
    #[error("e")]
    #[afp(status = 404, action = , expected = "c")]
    C,
    #[error("e")]
    #[afp(status = 404, action = as_str, expected = "d")]
    D,
    #[error("e")]
    #[afp(status = 404, action = ALL, expected = "f")]
    F,
    #[error("e")]
    #[afp(status = 404, action = wait_and_retry, expected = "g")]
    G,
    #[error("e")]
    #[afp(status = 409, action = FixInputFormat, retryable = true, expected = "{0} x", suggestion = { "x": "{0}" }, apply_to = as_str)]
    H(u8),
    #[error("e")]
    #[afp(status = 404, action = r#type, expected = "i")]
    I,
}

fn main() {}
