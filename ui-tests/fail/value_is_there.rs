use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[afp(docs_base, crate = )]
enum E {
    #[error("a")]
    #[afp(code = )]
    A,
    #[error("b")]
    #[afp(status, action = , retryable: true, expected = , suggestion = , details, apply_to = )]
    B,
    #[error("c")]
    #[afp(status = 404, action = NoActionPossible, expected = "{0}", , )]
    C(#[afp(example = )] u8, #[afp(current = )] u8),
    #[error("d")]
    #[afp(status = 404 action = NoActionPossible, expected = "d" "d")]
    D,
}

fn main() {}
