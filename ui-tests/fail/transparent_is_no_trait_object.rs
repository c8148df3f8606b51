use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("a")]
    #[afp(transparent)]
    A(Box<dyn AgentError>),
}

fn main() {}
