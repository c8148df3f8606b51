#![no_implicit_prelude]

#[derive(Debug, ::thiserror::Error, ::afp_runtime::AgentError)]
enum E {
    #[error("a")]
    #[afp(code = "A", action = ContactOperator, status = 500, expected = "{0} {0:?}")]
    A(#[afp(current)] u8),
}

fn main() {
    let _ = E::A(1);
    ::std::assert_eq!(::afp_runtime::registry![E].len(), 1);
}
