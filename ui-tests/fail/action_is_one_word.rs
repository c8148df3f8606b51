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
}

fn main() {}
