use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "{a}")]
    A {
        #[afp(current(debug))]
        a: u8,
        #[afp(current = 7)]
        b: u8,
        #[afp(current())]
        c: u8,
        #[afp(current = "")]
        d: u8,
        #[afp(secret = true)]
        e: u8,
        #[afp(secret(always))]
        f: u8,
    },
}

fn main() {}
