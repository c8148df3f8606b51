use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(action = NoActionPossible, expected = "a")]
    A,
}

fn main() {}
