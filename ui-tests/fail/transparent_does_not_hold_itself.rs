use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error(transparent)]
    #[afp(transparent)]
    A(Box<Self>),
    #[error(transparent)]
    #[afp(transparent)]
    B(Box<E>),
}

fn main() {}
