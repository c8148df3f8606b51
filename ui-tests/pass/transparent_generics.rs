use afp_runtime::{AgentError, registry};

#[derive(Debug, thiserror::Error, AgentError)]
enum Inner {
    #[error("inner")]
    #[afp(action = ReportBug, status = 500, expected = "inner")]
    Inner,
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Outer<E: std::error::Error> {
    #[error(transparent)]
    #[afp(transparent)]
    Any(E),
    #[error("own")]
    #[afp(action = ReportBug, status = 500, expected = "own")]
    Own,
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Boxed {
    #[error(transparent)]
    #[afp(transparent)]
    Any { inner: Box<Inner> },
}

fn main() {
    assert_eq!(Outer::Any(Inner::Inner).spec().code, "INNER");
    assert_eq!(Outer::<Inner>::Own.spec().code, "OWN");
    assert_eq!(Boxed::Any { inner: Box::new(Inner::Inner) }.expected(), "inner");
    assert_eq!(registry![Outer<Inner>, Boxed, Inner].len(), 2);
}
