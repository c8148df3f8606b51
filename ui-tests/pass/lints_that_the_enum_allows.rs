#![deny(warnings)]
use afp_runtime::AgentError;

#[deprecated]
#[derive(Debug)]
pub struct Old;

#[allow(deprecated)]
impl std::fmt::Display for Old {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("old")
    }
}

#[allow(deprecated)]
#[derive(Debug, thiserror::Error, AgentError)]
pub enum E {
    #[error("{0}")]
    #[afp(status = 404, action = NoActionPossible, expected = "{0}")]
    A(Old),
    #[error("{0} {1}")]
    #[afp(status = 404, action = NoActionPossible, expected = "{0} and {1}")]
    B(Old, Old),
    #[error("{0}")]
    #[afp(status = 404, action = NoActionPossible, expected = "{0}")]
    #[allow(unused_parens)]
    C((u8)),
}

fn main() {
    #[allow(deprecated)]
    let error = E::B(Old, Old);
    assert_eq!(error.expected(), "old and old");
}
