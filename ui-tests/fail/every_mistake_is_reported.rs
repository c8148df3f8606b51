use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("a")]
    #[afp(code = "A", action = FixInputFormat, retryable = false, status = 422, expected = "a", hint = "x")]
    A,
    #[error("b")]
    B,
    #[error("c")]
    #[afp(code = "c", status = 200, expected = "c {d", statsu = 404)]
    C,
    #[error("d")]
    #[afp(code = , action = "x", status = "y", expected = 7)]
    D,
    #[error("e")]
    #[afp(code = "E", action = RetryWithSugestion, retryable = true, status = 422, apply_to = Body)]
    E,
    #[error("f")]
    #[afp(code = "F", action = ReportBug, status = 500, expected = "{0}")]
    F(NoDisplay),
    #[error("g")]
    #[afp(code = "G", action = WaitAndRetry, status = 503, expected = "retry_after_s, {0} s, passed", suggestion = { "retry_after_s": "{0}" })]
    G(String),
    #[error("h")]
    #[afp(transparent)]
    H(NoDisplay),
}

#[derive(Debug)]
struct NoDisplay;

fn takes(_: &dyn AgentError) {}

fn the_stand_in_keeps_rustc_quiet(error: &E) {
    takes(error);
    let _ = error.spec().code;
    let _ = afp_runtime::registry![E];
}

fn main() {}
