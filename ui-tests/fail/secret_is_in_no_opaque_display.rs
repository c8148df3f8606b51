use afp_runtime::AgentError;

#[derive(Debug, thiserror::Error)]
#[error("hunter2")]
struct Inner;

#[derive(Debug, thiserror::Error, AgentError)]
enum Transparent {
    #[error(transparent)]
    #[afp(status = 500, action = ReportBug, expected = "a")]
    A(#[afp(secret)] Inner),
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Formatted {
    #[error("k {}", format!("{key}!"))]
    #[afp(status = 500, action = ReportBug, expected = "a")]
    A {
        #[afp(secret)]
        key: String,
    },
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Whole {
    #[error("k {self:?}")]
    #[afp(status = 500, action = ReportBug, expected = "a")]
    A {
        #[afp(secret)]
        key: String,
    },
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("login with {key}")]
enum OfTheEnum {
    #[afp(status = 500, action = ReportBug, expected = "a")]
    A {
        #[afp(secret)]
        key: String,
    },
}

fn main() {}
