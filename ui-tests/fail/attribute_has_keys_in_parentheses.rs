use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("a")]
    #[afp]
    A,
    #[error("b")]
    #[afp { code = "B" }]
    B,
    #[error("c")]
    #[afp[code = "C"]]
    C,
    #[error("d")]
    #[afp = "D"]
    D,
    #[error("e")]
    #[afp()]
    F,
}

fn main() {}
