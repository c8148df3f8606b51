use afp_runtime::{AgentError, Registry, errors::StarterError, registry};

#[derive(Debug, thiserror::Error, AgentError)]
enum A<'a> {
    #[error("a")]
    #[afp(status = 500, action = ReportBug, expected = "a {0}")]
    A(&'a str),
}

#[derive(Debug, thiserror::Error, AgentError)]
enum B<T> {
    #[error("b")]
    #[afp(status = 500, action = ReportBug, expected = "b {0}")]
    B(T),
}

const CONSTANT: Registry = registry![A<'static>, StarterError];
static STATIC: Registry = registry![A<'static>, B<u8>, A<'_>,];

fn count(registry: Registry) -> usize {
    registry.len()
}

fn main() {
    assert_eq!(CONSTANT.len(), 11);
    assert_eq!(STATIC.len(), 2);
    assert_eq!(count(registry![B<String>, B<u8>]), 1);
    assert_eq!(count(registry![]), 0);
    const LEN: usize = registry![StarterError].len();
    assert_eq!(LEN, 10);
}
