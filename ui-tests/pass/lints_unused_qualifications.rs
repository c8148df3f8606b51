#![deny(unused_qualifications, unused_imports)]

use std::string::String;

use afp_runtime::{AgentError, ErrorSpec, registry, errors::{Group, Registry}};

#[derive(Debug, thiserror::Error, AgentError)]
pub enum E {
    #[error("a")]
    #[afp(code = "A", action = FixInputFormat, retryable = false, status = 422, expected = "{0}")]
    A(u8),
}

pub fn f(_: ErrorSpec, _: String, _: Group) -> Registry {
    registry![E]
}

fn main() {}
