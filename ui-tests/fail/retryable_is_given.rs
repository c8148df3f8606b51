use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 401, action = Reauthenticate, expected = "a")]
    A,
    #[error("e")]
    #[afp(status = 422, action = FixInputFormat, expected = "b")]
    B,
}

fn main() {}
