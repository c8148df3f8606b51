use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(code = "order_not_found", status = 404, action = NoActionPossible, expected = "a")]
    A,
    #[error("e")]
    #[afp(code = "", status = 404, action = NoActionPossible, expected = "b")]
    B,
    #[error("e")]
    #[afp(code = "A__B", status = 404, action = NoActionPossible, expected = "c")]
    C,
    #[error("e")]
    #[afp(code = "1ST", status = 404, action = NoActionPossible, expected = "d")]
    D,
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "e")]
    Übergroß,
}

fn main() {}
