use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 200, action = NoActionPossible, expected = "a")]
    A,
    #[error("e")]
    #[afp(status = 600, action = NoActionPossible, expected = "b")]
    B,
    #[error("e")]
    #[afp(status = 99999999999999999999, action = NoActionPossible, expected = "c")]
    C,
    #[error("e")]
    #[afp(status = -404, action = NoActionPossible, expected = "d")]
    D,
    #[error("e")]
    #[afp(status = "404", action = NoActionPossible, expected = "d")]
    F,
    #[error("e")]
    #[afp(status = 404u16, action = NoActionPossible, expected = "d")]
    G,
    #[error("e")]
    #[afp(status = 404.0, action = NoActionPossible, expected = "d")]
    H,
    #[error("e")]
    #[afp(status = NOT_FOUND, action = NoActionPossible, expected = "d")]
    I,
}

fn main() {}
