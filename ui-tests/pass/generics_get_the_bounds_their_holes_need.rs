use std::fmt;

use afp_runtime::{AgentError, AgentErrors};

#[derive(AgentError)]
enum E<A, B, C, D> {
    #[afp(code = "A", action = RetryWithSuggestion, retryable = true, status = 409,
        expected = "{a} {b:?}; d is {{}}", suggestion = { "d": "{d}" })]
    X { a: A, b: B, c: C, d: D },
    #[afp(code = "B", action = ContactOperator, status = 409, expected = "y", allow(static_expected))]
    Y(C),
}

impl<A, B, C, D> fmt::Debug for E<A, B, C, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("E")
    }
}

impl<A, B, C, D> fmt::Display for E<A, B, C, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("e")
    }
}

impl<A, B, C, D> std::error::Error for E<A, B, C, D> {}

struct Mute;
#[derive(Debug)]
struct DebugOnly;

fn main() {
    let error = E::X { a: 1, b: DebugOnly, c: Mute, d: [1, 2] };
    assert_eq!(error.expected(), "1 DebugOnly; d is {}");
    assert_eq!(E::<Mute, Mute, Mute, Mute>::GROUP.own.len(), 2);
    let E::X { c: Mute, .. } = error else { return };
    let _ = E::<u8, u8, Mute, u8>::Y(Mute).expected();
}
