use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "{0:?}", details = "all of {0}")]
    A(Vec<u8>),
}

fn main() {}
