use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[afp(doc_base = "https://api.example.com")]
enum E {
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "a", hint = "x")]
    A,
    #[error("e")]
    #[afp(statsu = 404, acton = NoActionPossible, expected = "b")]
    B,
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "c", "code" = "C")]
    C,
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible expected = "d")]
    D,
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "{0}")]
    F(#[afp(secrt)] u8, #[afp(what)] u8),
}

fn main() {}
