use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "")]
    A,
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "  ")]
    B { id: u8 },
}

fn main() {}
