use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "order {id")]
    A { id: u8 },
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "order id}")]
    B { id: u8 },
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "order {}")]
    C(u8),
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "order {:?}")]
    D(u8),
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "{id:width$} {id:.*}")]
    F { id: u8, width: usize },
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "{id:zz} {id:70000} {r#id} {a b} {id.0}")]
    G { id: u8 },
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{0} x", suggestion = { "x": "{", "y}": { "z": ["}"] } })]
    H(u8),
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "{a{b}")]
    I { b: u8 },
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "{0:p} {0:#18p}")]
    J(u8),
}

fn main() {}
