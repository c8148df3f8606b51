use afp_runtime::AgentError;

const MAX: u8 = 9;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(code = "ORDER_NOT_FOUND", status = 404, action = NoActionPossible, expected = "order {order_id} exists")]
    OrderNotFound { id: u8, shop: u8 },
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "{id} is below {MAX}")]
    A { id: u8 },
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "{0}")]
    B,
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "{2} {00}")]
    C(u8, u8),
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{a} x", suggestion = { "x": "{b}", "{c}": [{ "y": "{d} e" }] })]
    D { a: u8 },
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "{e\u{301}}")]
    F { é: u8 },
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{0}", suggestion = { "{key}": "{0}" })]
    G(u8),
}

fn main() {}
