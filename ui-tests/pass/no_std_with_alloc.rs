#![no_std]

extern crate alloc;
extern crate std;

use alloc::string::String;

#[derive(Debug, thiserror::Error, afp_runtime::AgentError)]
pub enum E {
    #[error("a")]
    #[afp(code = "A", action = FixInputFormat, retryable = false, status = 422, expected = "{id} {name:?}")]
    A {
        #[afp(current)]
        id: u8,
        name: String,
    },
}

fn main() {
    let _ = afp_runtime::registry![E];
}
