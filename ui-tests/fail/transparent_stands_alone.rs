use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error(transparent)]
    #[afp(transparent, status = 404, expected = "a")]
    A(#[afp(secret)] afp_runtime::StarterError),
    #[error(transparent)]
    #[afp(transparent = true)]
    B(afp_runtime::RequestError),
}

fn main() {}
