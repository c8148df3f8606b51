//! All codes of an application, as a constant.

mod build;
mod clash;
mod summary;

use super::hash::hash_code;
use super::{ErrorSpec, Group};
use std::fmt;

pub use self::build::{Flat, Slot, flatten, slots, table, visits};
pub use self::summary::Summary;

/// All codes of an application. Made by [`registry!`](crate::registry!) as a constant.
///
/// ```
/// use afp_runtime::{AgentError, Registry, registry};
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// enum OrderError {
///     #[error("no order {id}")]
///     #[afp(status = 404, action = NoActionPossible, expected = "an order with id {id} exists")]
///     OrderNotFound { id: u64 },
/// }
///
/// static REGISTRY: Registry = registry![OrderError];
///
/// assert_eq!(REGISTRY.get("ORDER_NOT_FOUND").unwrap().status, 404);
/// assert_eq!(REGISTRY.summary().non_retryable, 1);
/// ```
#[derive(Clone, Copy)]
pub struct Registry {
    groups: &'static [&'static Group],
    /// Open addressing; the length is a power of two, and at most half of it is filled.
    table: &'static [Slot],
    len: usize,
}

impl Registry {
    #[doc(hidden)]
    #[must_use]
    pub const fn __new(groups: &'static [&'static Group], table: &'static [Slot]) -> Self {
        Self {
            groups,
            table,
            len: build::codes(groups),
        }
    }

    /// Number of codes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no code at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The error with that code, found in constant time.
    #[must_use]
    pub fn get(&self, code: &str) -> Option<&'static ErrorSpec> {
        build::search(self.table, self.groups, hash_code(code), code).ok()
    }

    /// All errors: enum after enum as registered, each in the order of its variants.
    pub fn iter(&self) -> impl Iterator<Item = &'static ErrorSpec> + use<> {
        self.groups.iter().flat_map(|group| group.own)
    }

    /// The enums, each once, those that another delegates to included.
    #[must_use]
    pub const fn groups(&self) -> &'static [&'static Group] {
        self.groups
    }

    /// All codes, sorted. Sorts on each call.
    #[must_use]
    pub fn codes(&self) -> Vec<&'static str> {
        let mut codes: Vec<_> = self.iter().map(|spec| spec.code).collect();
        codes.sort_unstable();
        codes
    }

    /// How many errors there are, and of which kinds.
    #[must_use]
    pub fn summary(&self) -> Summary {
        Summary::of(self.iter())
    }

    /// A number that changes when a code, or what is fixed about it, changes; the order does not
    /// matter. An application's docs base is not part of it.
    #[must_use]
    pub const fn fingerprint(&self) -> u64 {
        build::fingerprint(self.groups)
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry")
            .field("codes", &self.codes())
            .finish_non_exhaustive()
    }
}

/// All codes of these enums, and of those they delegate to, as a constant [`Registry`].
///
/// Usable in a `const`, in a `static` and as an argument. An enum met twice is taken once. Inside of
/// an `impl`, name the type: `Self` can't be written here.
/// Two errors with one code don't compile:
///
/// ```compile_fail
/// use afp_runtime::{AgentError, registry};
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// enum A {
///     #[error("a")]
///     #[afp(status = 500, action = ReportBug, expected = "a")]
///     Broken,
/// }
/// #[derive(Debug, thiserror::Error, AgentError)]
/// enum B {
///     #[error("b")]
///     #[afp(status = 500, action = ReportBug, expected = "b")]
///     Broken,
/// }
/// let _ = registry![A, B];
/// ```
#[macro_export]
macro_rules! registry {
    ($($errors:ty),* $(,)?) => {{
        const __AFP_GIVEN: &[&$crate::errors::Group] =
            &[$(<$errors as $crate::errors::AgentErrors>::GROUP),*];
        const __AFP_FLAT: &$crate::__private::Flat<{ $crate::__private::visits(__AFP_GIVEN) }> =
            &$crate::__private::flatten(__AFP_GIVEN);
        const __AFP_TABLE: &[
            $crate::__private::Slot;
            $crate::__private::slots(__AFP_FLAT.groups())
        ] = &$crate::__private::table(__AFP_FLAT.groups());
        $crate::errors::Registry::__new(__AFP_FLAT.groups(), __AFP_TABLE)
    }};
}

#[cfg(all(test, feature = "derive"))]
mod tests;
