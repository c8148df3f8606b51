#![deny(warnings)]

mod core {}
mod std {}
mod alloc {}
mod afp_runtime {}
mod __afp {}

#[derive(Debug, ::afp_runtime::AgentError)]
pub enum E {
    #[afp(code = "A", action = ContactOperator, status = 500, expected = "{0} {1:?}")]
    A(u8, #[afp(current)] f32),
}

impl ::std::fmt::Display for E {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        f.write_str("e")
    }
}

impl ::std::error::Error for E {}

fn main() {
    assert_eq!(::afp_runtime::AgentError::expected(&E::A(1, 0.5)), "1 0.5");
}
