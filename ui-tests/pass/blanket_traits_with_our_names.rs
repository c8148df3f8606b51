#![allow(dead_code)]
use afp_runtime::AgentError;

trait Extension {
    fn text(&self) -> u8 {
        0
    }
    fn value(&self) -> u8 {
        0
    }
    fn example(&self) -> u8 {
        0
    }
    fn example_at(&self) -> u8 {
        0
    }
}

impl<T: ?Sized> Extension for T {}

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("{0} {1}")]
    #[afp(status = 404, action = NoActionPossible, expected = "{0} and {1}")]
    A(#[afp(current)] f64, #[afp(current = "text")] u8),
}

fn main() {
    assert_eq!(E::A(1.5, 2).expected(), "1.5 and 2");
}
