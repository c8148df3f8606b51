use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[afp(code = "X")]
enum E {
    #[error("a")]
    #[afp(code = "A", action = FixInputFormat, retryable = false, status = 422, expected = "a", docs_base = "https://x.example")]
    A {
        #[afp(code = "B")]
        id: u8,
    },
    #[error("b")]
    #[afp(status = 404, action = NoActionPossible, expected = "b", current)]
    B,
}

fn main() {}
