use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("unit")]
    #[afp(code = "A", action = ContactOperator, status = 503, expected = "the store answers")]
    Unit,
    #[error("tuple")]
    #[afp(code = "B", action = FixInputFormat, retryable = false, status = 422, expected = "{1} is at least {0}")]
    Tuple(u8, u8),
    #[error("named")]
    #[afp(code = "C", action = NoActionPossible, status = 404, expected = "order {id} exists")]
    Named { id: u64 },
}

fn main() {
    assert_eq!(E::Unit.expected(), "the store answers");
    assert_eq!(E::Tuple(3, 1).expected(), "1 is at least 3");
    assert_eq!(E::Named { id: 7 }.expected(), "order 7 exists");
}
