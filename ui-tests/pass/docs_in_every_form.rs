use afp_runtime::AgentError;

/// Braces { in } docs, and [`Self`].
#[derive(Debug, thiserror::Error, AgentError)]
pub enum E {
    #[doc = concat!("joined ", "docs {id")]
    #[doc(hidden)]
    #[error("a")]
    #[afp(code = "A", action = FixInputFormat, retryable = false, status = 422, expected = "a")]
    A,
    /// A title with {braces}.
    ///
    /// The rest,
    /// in two lines.
    #[error("b")]
    #[afp(code = "B", action = FixInputFormat, retryable = false, status = 422, expected = "b")]
    B,
    /** A block.

    Its rest. */
    #[error("c")]
    #[afp(code = "C", action = FixInputFormat, retryable = false, status = 422, expected = "c")]
    C,
}

fn main() {
    assert_eq!((E::A.spec().title, E::A.spec().docs), ("", ""));
    assert_eq!(E::B.spec().title, "A title with {braces}.");
    assert_eq!(E::B.spec().docs, "The rest,\nin two lines.");
    assert_eq!(E::C.spec().title, "A block.");
    assert_eq!(E::C.spec().docs, "Its rest.");
}
