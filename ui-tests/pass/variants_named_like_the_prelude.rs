use afp_runtime::AgentError;

#[derive(Debug, AgentError)]
enum E {
    #[afp(code = "N", action = ContactOperator, status = 500, expected = "n")]
    None,
    #[afp(code = "S", action = ContactOperator, status = 500, expected = "{0}")]
    Some(u8),
    #[afp(code = "O", action = ContactOperator, status = 500, expected = "o")]
    Ok,
    #[afp(code = "R", action = ContactOperator, status = 500, expected = "r")]
    Err,
}
use E::*;

impl std::fmt::Display for E {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("e")
    }
}

impl std::error::Error for E {}

fn main() {
    assert_eq!(Some(3).expected(), "3");
    let _ = (None, Ok, Err);
}
