use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("a")]
    #[afp(transparent)]
    A,
    #[error("b")]
    #[afp(transparent)]
    B(u8, u8),
    #[error("c")]
    #[afp(transparent)]
    C {},
}

fn main() {}
