use afp_runtime::{AgentError, registry};

#[derive(Debug, thiserror::Error, AgentError)]
enum E<T = String, const MAX: usize = 8>
where
    T: Clone,
{
    #[error("too long")]
    #[afp(code = "A", action = FixInputFormat, retryable = false, status = 413, expected = "{0} fits")]
    TooLong(T),
}

#[derive(Debug, thiserror::Error, AgentError)]
enum F<T: Clone + 'static>
where
    T: Send,
{
    #[error("no")]
    #[afp(code = "B", action = FixInputFormat, retryable = false, status = 413, expected = "{0:?} fits")]
    No(Vec<T>),
}

fn main() {
    assert_eq!(E::<String>::TooLong("x".to_owned()).expected(), "x fits");
    assert_eq!(F::No(vec![1]).expected(), "[1] fits");
    assert_eq!(registry![E, F<u8>].len(), 2);
}
