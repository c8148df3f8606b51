use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("a")]
    A,
    #[error(transparent)]
    B(#[from] std::io::Error),
}

fn main() {}
