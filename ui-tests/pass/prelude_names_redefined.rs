#![deny(warnings)]
#![allow(dead_code)]

type Result<T> = ::core::result::Result<T, ()>;
struct String;
enum Option {}
struct Some;
struct None;
struct Vec;
struct Box;
trait Display {}
trait Serialize {}
mod core {}
mod std {}

#[derive(Debug, ::afp_runtime::AgentError)]
pub enum E {
    #[afp(code = "A", action = ContactOperator, status = 503, expected = "a")]
    Unit,
    #[afp(code = "B", action = RetryWithSuggestion, retryable = true, status = 422, expected = "{0} is x",
        suggestion = { "x": "{1}" })]
    Tuple(u8, f32),
    #[afp(code = "C", action = NoActionPossible, status = 404, expected = "{id:>3}")]
    Named { id: u64 },
}

impl ::std::fmt::Display for E {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        f.write_str("e")
    }
}

impl ::std::error::Error for E {}

fn main() {
    assert_eq!(::afp_runtime::AgentError::expected(&E::Unit), "a");
    assert_eq!(::afp_runtime::AgentError::expected(&E::Tuple(1, 2.0)), "1 is x");
    assert_eq!(::afp_runtime::AgentError::expected(&E::Named { id: 7 }), "  7");
    assert_eq!(::afp_runtime::registry![E].len(), 3);
}
