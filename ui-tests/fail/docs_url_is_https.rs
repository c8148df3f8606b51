use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "a", docs_url = "/errors/A")]
    A,
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "b", docs_url = "https://api.example.com/a b")]
    B,
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "c", docs_url = "https://user@api.example.com/c")]
    C,
}

fn main() {}
