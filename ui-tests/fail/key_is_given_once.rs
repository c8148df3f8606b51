use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 404, status = 410, action = NoActionPossible, expected = "a")]
    A,
    #[error("b")]
    #[afp(status = 404, action = NoActionPossible)]
    #[afp(expected = "b", action = ReportBug)]
    B,
}

fn main() {}
