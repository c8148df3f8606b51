//! Snapshots of a whole registry, for the tests of an application (feature `testing`).

mod example;
mod snapshot;

#[doc(hidden)]
pub use insta;

pub use self::example::Example;
#[doc(hidden)]
pub use self::example::{Exemplar, exemplar};
pub use self::snapshot::{MissingExamples, snapshot};

/// Renders every code of a registry and holds the text with insta, as one snapshot.
///
/// Each code is shown as its status, its `Retry-After` and its full envelope, rendered from an
/// example value: of `#[afp(example = …)]` on a field, else of the field's type (see [`Example`]).
/// A change of any answer then shows in review, also two strings or integers that are swapped; give
/// fields of other types `#[afp(example = …)]` where that could happen.
///
/// The first run fails and leaves a `.snap.new` beside the test: read it, then take it with
/// `cargo insta accept`, or run once with `INSTA_UPDATE=always`.
///
/// `docs_base` is that of the application; `examples` are values to use instead of those that the
/// derive makes, or for enums with type parameters, for which it makes none.
///
/// # Panics
///
/// If a code has no example, naming each and what to write; and as `insta::assert_snapshot!` does.
///
/// ```no_run
/// use afp_runtime::{AgentError, Registry, StarterError, registry};
///
/// static REGISTRY: Registry = registry![StarterError];
///
/// #[test]
/// # fn hidden() {}
/// fn answers_stay_as_they_are() {
///     afp_runtime::assert_registry_snapshot!(REGISTRY);
/// }
/// afp_runtime::assert_registry_snapshot!(
///     REGISTRY,
///     docs_base = "https://api.example.com/errors",
///     examples = [StarterError::RateLimited { retry_after_s: 30 }],
/// );
/// ```
#[macro_export]
macro_rules! assert_registry_snapshot {
    ($registry:expr $(, docs_base = $docs_base:expr)? $(, examples = [$($example:expr),* $(,)?])? $(,)?) => {{
        let examples: &[&dyn $crate::AgentError] = &[$($(&$example),*)?];
        let docs_base: &[&str] = &[$($docs_base)?];
        match $crate::testing::snapshot($registry, docs_base.first().copied(), examples) {
            Ok(text) => $crate::testing::insta::assert_snapshot!(text),
            Err(missing) => panic!("{missing}"),
        }
    }};
}
