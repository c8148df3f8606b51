//! A crate that knows the runtime by another name only.

use a_rose::Registry;

#[doc(hidden)]
pub use a_rose as __runtime;

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

/// Writes an enum of errors where it is called, and there only this crate need be known.
#[macro_export]
macro_rules! gone {
    ($name:ident) => {
        /// What is gone.
        #[derive(Debug, $crate::__runtime::AgentError)]
        #[afp(crate = $crate::__runtime)]
        pub enum $name {
            /// Has an id.
            #[afp(status = 410, action = NoActionPossible, expected = "{id} is still there")]
            Gone {
                /// The id.
                id: u8,
            },
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str("gone")
            }
        }

        impl ::std::error::Error for $name {}
    };
}
