use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "q", suggestion = { "q": 1 }, apply_to = Body)]
    A,
}

fn main() {}
