//! Queries and path parameters: pairs of a name and a text.

use serde::de::DeserializeOwned;

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
    let mode = match kind {
        Pairs::Query => Mode::Query,
        Pairs::Path => Mode::Path,
    };
    diagnose(pairs, Search::new(locate::<T>, mode))
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
    let repaired = findings.repaired.as_ref();
    let repaired = repaired
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
