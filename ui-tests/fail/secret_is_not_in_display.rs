use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("{token} is wrong")]
    #[afp(status = 401, action = Reauthenticate, retryable = true, expected = "valid")]
    A {
        #[afp(secret)]
        token: String,
    },
    #[error("{0:?} is wrong")]
    #[afp(status = 401, action = Reauthenticate, retryable = true, expected = "valid")]
    B(#[afp(secret)] String),
    #[error("{} is wrong", .0.len())]
    #[afp(status = 401, action = Reauthenticate, retryable = true, expected = "valid")]
    C(#[afp(secret)] String),
    #[error("{t} is wrong", t = .token)]
    #[afp(status = 401, action = Reauthenticate, retryable = true, expected = "valid")]
    D {
        #[afp(secret)]
        token: String,
    },
    #[error("{} is wrong", mask(token))]
    #[afp(status = 401, action = Reauthenticate, retryable = true, expected = "valid")]
    F {
        #[afp(secret)]
        token: String,
    },
    #[error("{token} is a name given here, {0} a number, and {{token}} is text", 7, token = 1 + 0)]
    #[afp(status = 401, action = Reauthenticate, retryable = true, expected = "valid")]
    G {
        #[afp(secret)]
        token: String,
    },
}

#[derive(Debug, thiserror::Error, AgentError)]
enum F {
    #[error("{} is wrong, {}", .0.1, secret(&.1))]
    #[afp(status = 401, action = Reauthenticate, retryable = true, expected = "valid {1}")]
    A(#[afp(secret)] (u8, u8), u8),
    #[error("{_0} is wrong")]
    #[afp(status = 401, action = Reauthenticate, retryable = true, expected = "valid")]
    B(#[afp(secret)] String),
    #[error("{} and {x} are wrong", _0.len(), x = _1)]
    #[afp(status = 401, action = Reauthenticate, retryable = true, expected = "valid")]
    C(#[afp(secret)] String, #[afp(secret)] u8),
}

fn secret(_: &u8) -> u8 {
    0
}

fn mask(_: &str) -> u8 {
    0
}

fn main() {}
