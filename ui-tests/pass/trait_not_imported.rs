#[derive(Debug, thiserror::Error, afp_runtime::AgentError)]
enum E {
    #[error("a")]
    #[afp(code = "A", action = ContactOperator, status = 500, expected = "{0}")]
    A(u8),
}

fn main() {
    assert_eq!(afp_runtime::AgentError::expected(&E::A(1)), "1");
}
