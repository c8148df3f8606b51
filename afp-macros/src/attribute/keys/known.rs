use proc_macro2::Ident;

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

    fn known(self) -> impl Iterator<Item = &'static str> {
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

/// The key of this place that `key` is a slip of: in other letters, with a tail (`status_code`), or
/// two letters off at most, and a third of them.
pub(super) fn near(key: &Ident, place: Place) -> Option<&'static str> {
    let key = key.to_string().to_lowercase();
    let with_tail = |known: &&str| {
        let tail = key.strip_prefix(*known);
        tail.is_some_and(|tail| tail.starts_with('_'))
    };
    if let Some(known) = place.known().find(with_tail) {
        return Some(known);
    }
    place
        .known()
        .map(|known| (distance(&key, known), known))
        .filter(|(distance, known)| *distance <= 2.min(known.len() / 3))
        .min()
        .map(|(_, known)| known)
}

/// Levenshtein, over bytes.
fn distance(left: &str, right: &str) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, l) in left.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, r) in right.bytes().enumerate() {
            let substituted = diagonal + usize::from(l != r);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Ident, Span};

    use super::{Place, distance, near};

    #[test]
    fn a_slip_is_near_and_another_word_is_not() {
        let near = |key| near(&Ident::new(key, Span::call_site()), Place::Variant);
        assert_eq!(near("statsu"), Some("status"));
        assert_eq!(near("retriable"), Some("retryable"));
        assert_eq!(near("expect"), Some("expected"));
        assert_eq!(near("STATUS"), Some("status"));
        assert_eq!(near("status_code"), Some("status"));
        assert_eq!(near("hint"), None);
        assert_eq!(near("docs_base"), None);
    }

    #[test]
    fn distance_counts_letters() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("same", "same"), 0);
    }
}
