use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[afp(crate = self::afp_runtime)]
enum E {
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "a")]
    A,
}

fn main() {}
