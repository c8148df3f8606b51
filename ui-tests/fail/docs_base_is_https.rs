use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[afp(docs_base = "http://api.example.com/errors")]
enum E {
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "a")]
    A,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[afp(docs_base = "https://api.example.com/errors/")]
enum F {}

#[derive(Debug, thiserror::Error, AgentError)]
#[afp(docs_base = "https:///errors")]
enum G {}

#[derive(Debug, thiserror::Error, AgentError)]
#[afp(docs_base = "https://api.example.com/errors?code=")]
enum H {}

fn main() {}
