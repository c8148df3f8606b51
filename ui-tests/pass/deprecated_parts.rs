#![deny(warnings)]

use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
pub enum E {
    #[deprecated]
    #[error("a")]
    #[afp(code = "A", action = FixInputFormat, retryable = false, status = 422, expected = "a")]
    A,
    #[error("b")]
    #[afp(code = "B", action = FixInputFormat, retryable = false, status = 422, expected = "{id}")]
    B {
        #[deprecated]
        id: u8,
    },
}

#[deprecated]
#[derive(Debug, thiserror::Error, AgentError)]
pub enum F {
    #[error("f")]
    #[afp(status = 500, action = ReportBug, expected = "f {0}")]
    F(u8),
}

fn main() {}
