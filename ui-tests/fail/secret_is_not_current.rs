use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "{0}")]
    A(
        u8,
        #[afp(current, secret)] String,
        #[afp(secret, current = "x")] String,
    ),
}

fn main() {}
