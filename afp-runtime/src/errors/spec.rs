use super::Action;
use super::segment::Program;

/// What is fixed about one error code: everything an agent can know before it happens.
///
/// The derive makes one for each variant, as a constant.
#[derive(Debug)]
pub struct ErrorSpec {
    /// The key of the registry, in `SCREAMING_SNAKE_CASE`.
    pub code: &'static str,
    /// HTTP status, 400 to 599.
    pub status: u16,
    /// What the agent does.
    pub action: Action,
    /// Whether the action is likely to succeed; one answer may lower it, never raise it.
    pub retryable: bool,
    /// The template of `feedback.expected`, holes as `{field}`, format specs left out.
    pub expected: &'static str,
    /// The template of `feedback.suggestion` as JSON text: an object, or a string that is one
    /// placeholder.
    pub suggestion: Option<&'static str>,
    /// Where the suggestion belongs; `None` is the body.
    pub apply_to: Option<ApplyTo>,
    /// The documentation page, when the enum or the variant fixes it; otherwise it is the
    /// application's docs base, `/` and the code.
    pub docs_url: Option<&'static str>,
    /// The names of all placeholders of `expected` and `suggestion`, sorted, each once.
    pub params: &'static [&'static str],
    /// First line of the variant's doc comment; empty without one.
    pub title: &'static str,
    /// The rest of the variant's doc comment.
    pub docs: &'static str,
    /// Module path, enum and variant.
    pub origin: &'static str,
    /// Hash of `code`; see `hash_code`.
    #[doc(hidden)]
    pub code_hash: u64,
    /// Hash over everything above but `origin`, for the registry's fingerprint.
    #[doc(hidden)]
    pub fingerprint: u64,
    #[doc(hidden)]
    pub program: Program,
}

/// Where a suggestion belongs when it does not go into the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ApplyTo {
    /// The query string.
    Query,
    /// The path.
    Path,
    /// The header fields.
    Header,
    /// The method; for information only.
    Method,
}

impl ApplyTo {
    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Query => "query",
            Self::Path => "path",
            Self::Header => "header",
            Self::Method => "method",
        }
    }
}

/// The codes of one enum, and the enums it delegates to.
#[derive(Debug)]
pub struct Group {
    /// Tells two groups apart, what they delegate to included.
    #[doc(hidden)]
    pub id: u64,
    /// Tells two enums apart. Instances of a generic enum share it.
    #[doc(hidden)]
    pub own_id: u64,
    /// The enum's own codes, in the order of its variants.
    pub own: &'static [ErrorSpec],
    /// The groups of its transparent variants.
    pub nested: &'static [&'static Self],
    /// Calls back with an example value of each variant, or what to write to have one (feature
    /// `testing`).
    #[doc(hidden)]
    pub examples: Option<Visit>,
}

impl Group {
    #[doc(hidden)]
    #[must_use]
    pub const fn __new(
        own_id: u64,
        own: &'static [ErrorSpec],
        nested: &'static [&'static Self],
        examples: Option<Visit>,
    ) -> Self {
        let mut id = own_id;
        let mut at = 0;
        while at < nested.len() {
            id = super::hash::fold(id, &nested[at].id.to_le_bytes());
            at += 1;
        }
        Self {
            id,
            own_id,
            own,
            nested,
            examples,
        }
    }
}

/// Calls back with a code, and an error of it or why there is none.
type Visit = fn(&mut dyn FnMut(&'static str, Result<&dyn super::AgentError, &'static str>));
