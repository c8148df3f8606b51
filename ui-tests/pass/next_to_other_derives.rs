use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("no order {id}")]
    #[afp(code = "A", action = NoActionPossible, status = 404, expected = "order {id} exists")]
    A { id: u8 },
    #[error(transparent)]
    #[afp(code = "B", action = ContactOperator, status = 503, expected = "the disk answers")]
    B(#[from] std::io::Error),
}

#[derive(AgentError, thiserror::Error, Debug)]
enum F {
    #[afp(code = "A", action = NoActionPossible, status = 404, expected = "a")]
    #[error("a")]
    A,
}

fn main() {
    assert_eq!(E::A { id: 1 }.expected(), "order 1 exists");
    assert_eq!(E::from(std::io::Error::other("x")).spec().code, "B");
    assert_eq!(F::A.expected(), "a");
}
