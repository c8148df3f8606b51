use afp_runtime::AgentError;
use std::fmt::{Debug, Display};

#[derive(Debug, thiserror::Error, AgentError)]
enum E<'a, 'b, T: Debug + Display> {
    #[error("{0}")]
    #[afp(status = 404, action = NoActionPossible, expected = "{0}")]
    A(&'a T),
    #[error("{0}")]
    #[afp(status = 404, action = NoActionPossible, expected = "{0}")]
    B(&'b T),
}

fn main() {
    assert_eq!(E::A(&1).expected(), "1");
    assert_eq!(E::<i32>::B(&2).expected(), "2");
}
