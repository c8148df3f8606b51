//! The catalogue of codes as it is served (protocol 1, §5).

use serde::Serialize;
use serde_json::value::RawValue;

use super::{Action, ErrorSpec, Summary};

/// All codes that an application may answer with, ready to be served.
///
/// The list is rendered once; an entry is put together from constants.
///
/// ```
/// use afp_runtime::errors::{Catalogue, StarterError};
/// use afp_runtime::registry;
///
/// let catalogue = Catalogue::new(registry![StarterError].iter(), "https://api.example.com/errors");
/// assert!(catalogue.list().contains("\"total\":10"));
/// assert!(catalogue.entry("NOT_FOUND").unwrap().contains("{resource} with id {got} not found"));
/// assert!(catalogue.entry("NO_SUCH_CODE").is_none());
/// ```
#[derive(Debug)]
pub struct Catalogue {
    specs: Vec<&'static ErrorSpec>,
    docs_base: String,
    list: String,
}

impl Catalogue {
    /// Sorts `specs` by code and renders the list. `docs_base` is the https URL, without a
    /// trailing `/`, that codes without a page of their own are documented under.
    #[must_use]
    pub fn new(specs: impl IntoIterator<Item = &'static ErrorSpec>, docs_base: &str) -> Self {
        let mut specs: Vec<_> = specs.into_iter().collect();
        specs.sort_unstable_by_key(|spec| spec.code);
        specs.dedup_by_key(|spec| spec.code);
        let list = json(&List {
            ok: true,
            docs_base,
            summary: Summary::of(specs.iter().copied()),
            codes: specs.iter().map(|spec| spec.code).collect(),
        });
        Self {
            specs,
            docs_base: docs_base.to_owned(),
            list,
        }
    }

    /// What is fixed about `code`.
    #[must_use]
    pub fn get(&self, code: &str) -> Option<&'static ErrorSpec> {
        let at = self
            .specs
            .binary_search_by_key(&code, |spec| spec.code)
            .ok()?;
        self.specs.get(at).copied()
    }

    /// The list of all codes with its summary, as JSON.
    #[must_use]
    pub fn list(&self) -> &str {
        &self.list
    }

    /// The entry of `code` as JSON, templates as they are; `None` when there is no such code.
    #[must_use]
    pub fn entry(&self, code: &str) -> Option<String> {
        self.get(code)
            .map(|spec| json(&Entry::of(spec, &self.docs_base)))
    }
}

#[derive(Serialize)]
struct List<'a> {
    ok: bool,
    docs_base: &'a str,
    summary: Summary,
    codes: Vec<&'a str>,
}

#[derive(Serialize)]
struct Entry<'a> {
    ok: bool,
    code: &'a str,
    feedback: Templates<'a>,
    template_params: &'a [&'a str],
}

#[derive(Serialize)]
struct Templates<'a> {
    expected: &'a str,
    current: Empty,
    suggestion: Option<&'a RawValue>,
    retryable: bool,
    action: Action,
    docs_url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    apply_to: Option<&'a str>,
}

#[derive(Serialize)]
struct Empty {}

impl<'a> Entry<'a> {
    fn of(spec: &'a ErrorSpec, docs_base: &str) -> Self {
        let page = || format!("{docs_base}/{}", spec.code);
        let suggestion = spec
            .suggestion
            .and_then(|template| serde_json::from_str(template).ok());
        Self {
            ok: true,
            code: spec.code,
            feedback: Templates {
                expected: spec.expected,
                current: Empty {},
                suggestion,
                retryable: spec.retryable,
                action: spec.action,
                docs_url: spec.docs_url.map_or_else(page, str::to_owned),
                apply_to: spec.apply_to.map(super::ApplyTo::as_str),
            },
            template_params: spec.params,
        }
    }
}

/// Strings, lists of strings and numbers can't fail to serialize.
fn json(document: &impl Serialize) -> String {
    serde_json::to_string(document).unwrap_or_default()
}
