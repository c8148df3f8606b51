use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "the order exists")]
    A {
        id: u8,
        shop: u8,
    },
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "only a secret and a cause, so this is fine")]
    B {
        #[afp(secret)]
        token: u8,
        source: std::io::Error,
    },
}

fn main() {}
