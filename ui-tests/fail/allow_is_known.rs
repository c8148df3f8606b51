use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "a", allow(dead_code))]
    A(u8),
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "b", allow)]
    B,
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "c", allow())]
    C,
}

fn main() {}
