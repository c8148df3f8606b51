use afp_runtime::AgentError;
use std::path::PathBuf;

#[derive(Debug)]
struct Mute;
struct Silent;
#[derive(Debug)]
struct Shown;

impl std::fmt::Display for Shown {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Ok(())
    }
}

#[derive(thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "{key} exists")]
    A { key: Mute },
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "{key:?} exists")]
    B { key: Silent },
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{key} is free", suggestion = { "key": "{key}" })]
    C { key: Shown },
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "{a}")]
    D {
        a: u8,
        #[afp(current)]
        b: Shown,
        #[afp(current(text))]
        c: Mute,
    },
    #[error("e")]
    #[afp(status = 404, action = NoActionPossible, expected = "{path} is readable")]
    F { path: PathBuf },
}

impl std::fmt::Debug for E {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Ok(())
    }
}

fn main() {}
