//! Queries and path parameters: pairs of a name and a text.

use serde::de::DeserializeOwned;

use super::buffered::{read_typed, without_types};
use super::describe;
use super::diagnosis::Diagnosis;
use super::locate::{Mode, locate};
use super::search::Search;
use super::suggestion::{Changes, Suggestion};
use super::tree::{Member, Tree, Value};

/// Which pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pairs {
    /// Of a query string, read as `serde_urlencoded` reads it.
    Query,
    /// Of a path, read as axum reads it.
    Path,
}

impl Pairs {
    fn mode(self) -> Mode {
        match self {
            Self::Query => Mode::Query,
            Self::Path => Mode::Path,
        }
    }
}

/// More pairs are not repaired.
const MAX_PAIRS: usize = 1000;

/// Says why pairs are no `T`, and which are; call it after the extractor's own reading has
/// failed.
///
/// The second part of the answer are the pairs after the merge of the suggestion, which nobody
/// has verified yet: the caller reads them as it reads a request, and keeps the suggestion only
/// when that succeeds. In a suggestion for a query `null` takes a parameter away.
///
/// `None` when the type accepts the pairs as they are, or there are more than 1000.
#[must_use]
pub fn diagnose_pairs<T: DeserializeOwned>(
    pairs: &[(String, String)],
    kind: Pairs,
) -> Option<(Diagnosis, Option<Repaired>)> {
    if pairs.len() > MAX_PAIRS {
        return None;
    }
    diagnose(pairs, Search::new(locate::<T>, kind.mode()))
}

/// Reads pairs as a `T` in which serde buffers some, as it does for flattened structs and
/// internally tagged enums; call it after the extractor's own reading has failed.
///
/// serde keeps a buffered value as a text, and then refuses it where `T` wants a number or a
/// boolean. Here it is read as what `T` wants, as it would be outside of the flattened struct;
/// that costs one deserialization for each such value. There may be 32 of them, and 1000 pairs.
///
/// `None` when `T` refuses the pairs for any other reason. An untagged enum does not say what it
/// wants.
///
/// ```
/// use afp_runtime::repair::{Pairs, read_buffered_pairs};
///
/// #[derive(serde::Deserialize)]
/// struct Search {
///     name: String,
///     #[serde(flatten)]
///     page: Page,
/// }
/// #[derive(serde::Deserialize)]
/// struct Page {
///     size: u8,
/// }
///
/// let pairs = [("name", "a"), ("size", "3")].map(|(name, value)| (name.into(), value.into()));
/// let search: Search = read_buffered_pairs(&pairs, Pairs::Query).unwrap();
/// assert_eq!((&*search.name, search.page.size), ("a", 3));
/// ```
#[must_use]
pub fn read_buffered_pairs<T: DeserializeOwned>(
    pairs: &[(String, String)],
    kind: Pairs,
) -> Option<T> {
    (pairs.len() <= MAX_PAIRS)
        .then(|| read_typed(&tree(pairs), kind.mode()))
        .flatten()
}

/// A suggestion that is to be verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repaired {
    /// What the agent merges.
    pub suggestion: Suggestion,
    /// The pairs it then sends.
    pub pairs: Vec<(String, String)>,
}

fn diagnose(pairs: &[(String, String)], search: Search) -> Option<(Diagnosis, Option<Repaired>)> {
    let sent = tree(pairs);
    let findings = search.run(&sent);
    let diagnosis = describe::diagnosis(findings.first.as_ref()?, findings.details);
    let mut repaired = findings.repaired;
    if let Some(repaired) = &mut repaired {
        without_types(repaired);
    }
    let repaired = repaired
        .as_ref()
        .and_then(|repaired| Changes::between(&sent, true, repaired))
        .map(|changes| Repaired {
            suggestion: changes.suggestion(),
            pairs: changes.merge_pairs(pairs),
        });
    Some((diagnosis, repaired))
}

fn tree(pairs: &[(String, String)]) -> Tree {
    let mut tree = Tree::new();
    let mut members = Vec::new();
    for (name, value) in pairs {
        let value = tree.push(Value::String(value.as_str().into()), 0..0);
        members.push(Member {
            name: name.as_str().into(),
            span: 0..0,
            value,
        });
    }
    tree.root = tree.push(Value::Object(members), 0..0);
    tree
}
