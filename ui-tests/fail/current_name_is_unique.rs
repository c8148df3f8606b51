use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "{a}")]
    A {
        #[afp(current = "x")]
        a: u8,
        #[afp(current = "x")]
        b: u8,
        #[afp(current)]
        x: u8,
    },
}

fn main() {}
