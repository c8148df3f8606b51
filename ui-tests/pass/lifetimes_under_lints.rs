#![deny(warnings, single_use_lifetimes, elided_lifetimes_in_paths)]
#![deny(clippy::needless_lifetimes, clippy::elidable_lifetime_names)]

use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
pub enum E<'a> {
    #[error("taken")]
    #[afp(code = "A", action = ContactOperator, status = 409, expected = "{name} is free")]
    Taken { name: &'a str },
}

fn main() {
    let name = String::from("x");
    assert_eq!(E::Taken { name: &name }.expected(), "x is free");
}
