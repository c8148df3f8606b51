//! A crate that knows the runtime by another name only.

use a_rose::Registry;

/// An error whose derive is told the name.
#[derive(Debug, thiserror::Error, a_rose::AgentError)]
#[afp(crate = ::a_rose)]
pub enum Renamed {
    /// Has an id.
    #[error("a")]
    #[afp(
        code = "A",
        action = FixInputFormat,
        retryable = false,
        status = 422,
        expected = "{id}"
    )]
    A {
        /// The id.
        #[afp(current)]
        id: u8,
    },
}

/// Its registry.
pub static REGISTRY: Registry = a_rose::registry![Renamed];

/// The rendered text of an error.
#[must_use]
pub fn expected() -> String {
    a_rose::AgentError::expected(&Renamed::A { id: 1 })
}
