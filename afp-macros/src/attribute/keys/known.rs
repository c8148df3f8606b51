use proc_macro2::Ident;

use crate::near::nearest;

/// Where an attribute stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Enum,
    Variant,
    Field,
}

/// A key of the grammar.
pub(super) struct Known {
    pub(super) name: &'static str,
    pub(super) place: Place,
    /// How it is written.
    pub(super) usage: &'static str,
}

const fn known(place: Place, name: &'static str, usage: &'static str) -> Known {
    Known { name, place, usage }
}

const KEYS: &[Known] = &[
    known(
        Place::Enum,
        "docs_base",
        r#"docs_base = "https://api.example.com/errors""#,
    ),
    known(Place::Enum, "crate", "crate = ::afp_runtime"),
    known(Place::Variant, "code", r#"code = "ORDER_NOT_FOUND""#),
    known(Place::Variant, "status", "status = 404"),
    known(Place::Variant, "action", "action = NoActionPossible"),
    known(Place::Variant, "retryable", "retryable = true"),
    known(
        Place::Variant,
        "expected",
        r#"expected = "an order with id {id} exists""#,
    ),
    known(
        Place::Variant,
        "suggestion",
        r#"suggestion = { "maxPrice": "{ceiling}" }"#,
    ),
    known(Place::Variant, "apply_to", "apply_to = Query"),
    known(Place::Variant, "details", r#"details = "{problems}""#),
    known(
        Place::Variant,
        "docs_url",
        r#"docs_url = "https://api.example.com/errors/PRICE_DRIFTED""#,
    ),
    known(Place::Variant, "transparent", "transparent"),
    known(Place::Variant, "allow", "allow(static_expected)"),
    known(Place::Field, "current", r#"current = "wireName""#),
    known(Place::Field, "secret", "secret"),
    known(Place::Field, "example", "example = 7"),
];

impl Place {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Enum => "the enum",
            Self::Variant => "a variant",
            Self::Field => "a field",
        }
    }

    fn known(self) -> impl Iterator<Item = &'static str> + Clone {
        KEYS.iter()
            .filter(move |known| known.place == self)
            .map(|known| known.name)
    }

    /// All keys that may stand here.
    pub(super) fn keys(self) -> String {
        let keys: Vec<String> = self.known().map(|key| format!("`{key}`")).collect();
        keys.join(", ")
    }
}

pub(super) fn find(key: &Ident) -> Option<&'static Known> {
    KEYS.iter().find(|known| key == known.name)
}

/// How `key` is written.
pub(super) fn usage(key: &Ident) -> &'static str {
    find(key).map_or("key = value", |known| known.usage)
}

/// The key of this place that `key` is a slip of.
pub(super) fn near(key: &Ident, place: Place) -> Option<&'static str> {
    nearest(&key.to_string(), place.known())
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Ident, Span};

    use super::{Place, near};

    #[test]
    fn a_slip_is_of_a_key_that_stands_here() {
        let near = |key| near(&Ident::new(key, Span::call_site()), Place::Variant);
        assert_eq!(near("statsu"), Some("status"));
        assert_eq!(near("docs_base"), None);
    }
}
