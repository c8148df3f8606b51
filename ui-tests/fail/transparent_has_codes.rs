use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error(transparent)]
    #[afp(transparent)]
    A(std::io::Error),
}

fn main() {}
