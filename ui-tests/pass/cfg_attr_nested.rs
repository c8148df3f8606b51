use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("a")]
    #[cfg_attr(all(), cfg_attr(all(), afp(code = "A", action = FixInputFormat, retryable = false, status = 422, expected = "a")))]
    #[cfg_attr(any(), afp(code = "A", code = "B"))]
    A,
}

fn main() {
    assert_eq!(E::A.expected(), "a");
}
