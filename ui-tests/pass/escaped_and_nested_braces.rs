use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("a")]
    #[afp(code = "A", action = FixInputFormat, retryable = false, status = 422, expected = "{{\"id\": {id}}} is {{id}}, or {{{id}}}")]
    A { id: u8 },
    #[error("b")]
    #[afp(code = "B", action = FixInputFormat, retryable = false, status = 422, expected = "send {{\"id\": {id}}}")]
    B { id: u8 },
    #[error("c")]
    #[afp(action = FixInputFormat, retryable = true, status = 422, expected = "set {{a}} to {0}", suggestion = { "{{a}}": "{0}" })]
    C(u8),
}

fn main() {
    assert_eq!(E::A { id: 7 }.expected(), r#"{"id": 7} is {id}, or {7}"#);
    let error = E::B { id: 7 };
    assert_eq!(error.expected(), r#"send {"id": 7}"#);
    assert_eq!(error.spec().params, ["id"]);
    assert_eq!(error.spec().expected, r#"send {{"id": {id}}}"#);
}
