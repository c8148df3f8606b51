use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(code = "ORDER_NOT_FOUND", status = 404, action = NoActionPossible, expected = "a")]
    A,
    #[error("e")]
    #[afp(code = "ORDER_NOT_FOUND", status = 410, action = NoActionPossible, expected = "b")]
    B,
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "c")]
    OrderNotFound,
    #[error("e")]
    #[afp(code = "ORDER_NOT_FOUND", status = 404, action = NoActionPossible, expected = "d")]
    Fourth,
}

fn main() {}
