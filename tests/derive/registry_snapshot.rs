//! Snapshots of a registry, as an application takes them; they hold the library's own answers.

use afp_runtime::errors::RequestError;
use afp_runtime::testing::snapshot;
use afp_runtime::{AgentError, Registry, StarterError, assert_registry_snapshot, registry};

#[test]
fn the_library_s_own_answers_stay_as_they_are() {
    assert_registry_snapshot!(
        registry![StarterError, RequestError],
        docs_base = "https://api.example.com/errors",
    );
}

struct Opaque;

impl std::fmt::Display for Opaque {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("opaque")
    }
}

impl std::fmt::Debug for Opaque {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("opaque")
    }
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Shown<'a> {
    #[error("{name} {ratio} {opaque}")]
    #[afp(
        status = 409, action = RetryWithSuggestion, retryable = true,
        expected = "{name} is at least {ratio}, not {opaque}; deep is {{}}",
        suggestion = { "deep": { "name": "{maybe}", "list": [1, "{name}"] } },
    )]
    Given {
        #[afp(example = "a name", current)]
        name: String,
        #[afp(example = 0.25)]
        ratio: f32,
        #[afp(example = Opaque)]
        opaque: Opaque,
        maybe: Option<u8>,
    },
    #[error("borrowed {0}")]
    #[afp(status = 503, action = WaitAndRetry, expected = "{1} retry_after_s", suggestion = { "retry_after_s": "{1}" })]
    Borrowed(&'a str, #[afp(example = 0.2)] f64),
    #[error(transparent)]
    #[afp(transparent)]
    Starter(#[from] StarterError),
}

#[test]
fn examples_come_from_attributes_and_from_types() {
    assert_registry_snapshot!(registry![Shown<'static>]);
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Gaps {
    #[error("e")]
    #[afp(status = 500, action = ReportBug, expected = "{1}")]
    NoExample(u8, Opaque, Opaque),
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Generic<T> {
    #[error("{0}")]
    #[afp(status = 500, action = ReportBug, expected = "{0}")]
    OfSome(T),
}

const GAPS: Registry = registry![Gaps, Generic<u8>];

#[test]
fn a_code_without_an_example_is_named_with_what_to_write() {
    let missing = snapshot(GAPS, None, &[]).unwrap_err().to_string();
    let module = module_path!();
    assert_eq!(
        missing,
        format!(
            "codes without an example value: 2\n  \
             NO_EXAMPLE ({module}::Gaps::NoExample): field `1` has no example; write \
             `#[afp(example = ...)]` on it, or implement `Example` for its type\n  \
             OF_SOME ({module}::Generic::OfSome): the enum has type parameters; pass a value with \
             `examples = [...]`"
        )
    );
}

#[test]
fn given_values_fill_the_gaps() {
    assert_registry_snapshot!(
        GAPS,
        examples = [Gaps::NoExample(1, Opaque, Opaque), Generic::OfSome(7_u8)],
    );
}
