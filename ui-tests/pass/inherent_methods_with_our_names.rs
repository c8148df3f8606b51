use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("a")]
    #[afp(code = "A", action = ContactOperator, status = 500, expected = "{0}")]
    A(u8),
}

impl E {
    const GROUP: u8 = 1;
    const SPECS: u8 = 1;
    fn spec(&self, n: u8) -> u8 {
        n
    }
    fn expected(self) -> u8 {
        Self::SPECS + Self::GROUP
    }
    fn __afp_hole(&self) {}
}

fn main() {
    E::A(0).__afp_hole();
    assert_eq!(E::A(0).spec(2) + E::A(0).expected(), 4);
    assert_eq!(AgentError::expected(&E::A(7)), "7");
}
