//! Invented values in place of wrong ones, to see what else is wrong. They never leave here.

use super::{Search, Verdict};
use crate::repair::locate::{Located, Wanted};
use crate::repair::problem::{Kind, Place};
use crate::repair::suspects::suspects;
use crate::repair::tree::{Member, NodeId, Tree, Value};

/// Texts of the formats that types read from strings.
const TEXTS: [&str; 7] = [
    "a",
    "0",
    "1970-01-01",
    "1970-01-01T00:00:00Z",
    "00000000-0000-0000-0000-000000000000",
    "http://a.example",
    "00:00:00",
];

impl Search {
    /// What the type asks a missing member for.
    pub(super) fn asked(
        &mut self,
        tree: &Tree,
        located: &Located,
        place: Place,
    ) -> Option<Located> {
        let (Kind::MissingField(name), Place::Value(object)) = (&located.problem.kind, place)
        else {
            return None;
        };
        // A type that takes one of them is told by the other.
        for value in [Value::String("a".into()), Value::Bool(false)] {
            let (tree, node) = with_member(tree, object, name, value);
            self.substitutions = self.substitutions.checked_sub(1)?;
            let verdict = self.attempt(&tree)?;
            let asked = verdict.err().filter(|next| {
                let meant = suspects(&tree, next);
                node.is_some_and(|node| meant == [Place::Value(node)])
            });
            if let Some(mut asked) = asked {
                // A question to a container is none to its members that serde buffered.
                if node.map(Place::Value) != Some(asked.place) {
                    asked.wanted = None;
                }
                return Some(asked);
            }
        }
        None
    }

    /// The only one of these objects in which the missing member makes a difference.
    pub(super) fn lacking(
        &mut self,
        tree: &Tree,
        located: &Located,
        places: &[Place],
    ) -> Option<Place> {
        let Kind::MissingField(name) = located.problem.kind else {
            return None;
        };
        let mut lacking = Vec::new();
        for &place in places {
            let Place::Value(object) = place else {
                return None;
            };
            let (tree, _) = with_member(tree, object, name, Value::Bool(false));
            self.substitutions = self.substitutions.checked_sub(1)?;
            let is_taken = match self.attempt(&tree)? {
                Ok(()) => true,
                Err(next) => {
                    next.problem.kind != located.problem.kind
                        && !matches!(next.problem.kind, Kind::UnknownField { .. })
                }
            };
            lacking.extend(is_taken.then_some(place));
        }
        match lacking[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// A tree without this complaint, which is not repaired by that.
    pub(super) fn substitute(
        &mut self,
        tree: &Tree,
        located: &Located,
        place: Place,
    ) -> Option<(Tree, Verdict)> {
        for (tree, node) in stand_ins(tree, located, place) {
            self.substitutions = self.substitutions.checked_sub(1)?;
            let verdict = self.attempt(&tree)?;
            let is_past = verdict
                .as_ref()
                .err()
                .is_none_or(|next| is_past(&tree, next, located, node));
            if is_past {
                self.invented.extend(node);
                return Some((tree, verdict));
            }
        }
        None
    }
}

fn is_past(tree: &Tree, next: &Located, before: &Located, invented: Option<NodeId>) -> bool {
    let is_new = next.place != before.place || next.problem.kind != before.problem.kind;
    is_new && invented.is_none_or(|invented| !is_about(tree, next, invented))
}

/// Whether the complaint can be about the node or what is below it.
pub(super) fn is_about(tree: &Tree, located: &Located, node: NodeId) -> bool {
    let below = tree.subtree(node);
    suspects(tree, located).into_iter().any(|place| {
        let (Place::Value(other) | Place::Name(other, _)) = place;
        below.contains(&other)
    })
}

fn stand_ins(tree: &Tree, located: &Located, place: Place) -> Vec<(Tree, Option<NodeId>)> {
    match (&located.problem.kind, place) {
        (Kind::UnknownField { .. }, Place::Name(object, index)) => {
            let mut tree = tree.clone();
            if let Value::Object(members) = &mut tree.nodes[object].value {
                members.remove(index);
            }
            vec![(tree, None)]
        }
        (Kind::MissingField(name), Place::Value(object)) => {
            let mut values = scalars();
            let dated = &TEXTS[2..];
            values.extend(dated.iter().map(|text| Value::String((*text).into())));
            let added = |value| with_member(tree, object, name, value);
            values.into_iter().map(added).collect()
        }
        (_, Place::Value(node)) => {
            let replaced = |value| {
                let mut tree = tree.clone();
                tree.nodes[node].value = value;
                (tree, Some(node))
            };
            values(located, place).into_iter().map(replaced).collect()
        }
        _ => Vec::new(),
    }
}

fn with_member(tree: &Tree, object: NodeId, name: &str, value: Value) -> (Tree, Option<NodeId>) {
    let mut tree = tree.clone();
    let value = tree.push(value, 0..0);
    if let Value::Object(members) = &mut tree.nodes[object].value {
        members.push(Member {
            name: name.into(),
            span: 0..0,
            value,
        });
    }
    (tree, Some(value))
}

fn scalars() -> Vec<Value> {
    vec![
        Value::String("a".into()),
        Value::Number("0".into()),
        Value::Bool(false),
        Value::List(Vec::new()),
        Value::Object(Vec::new()),
    ]
}

fn values(located: &Located, place: Place) -> Vec<Value> {
    let texts = || TEXTS.iter().map(|text| Value::String((*text).into()));
    let mut values = match (&located.problem.kind, located.wanted_at(place)) {
        (Kind::UnknownVariant { known, .. }, _) => {
            let known = known.iter().take(4);
            known.map(|name| Value::String((*name).into())).collect()
        }
        (_, Wanted::Bool) => vec![Value::Bool(false)],
        (_, Wanted::Integer | Wanted::Float) => {
            ["0", "1"].map(|text| Value::Number(text.into())).into()
        }
        (_, Wanted::Text | Wanted::Identifier) => texts().collect(),
        (_, Wanted::Char) => vec![Value::String("a".into())],
        (_, Wanted::Enum(known)) => {
            let known = known.iter().take(4);
            known.map(|name| Value::String((*name).into())).collect()
        }
        (_, Wanted::List) => vec![Value::List(Vec::new())],
        (_, Wanted::Map | Wanted::Struct(_)) => vec![Value::Object(Vec::new())],
        (Kind::Value { .. }, Wanted::Any) => scalars(),
        (_, Wanted::Tuple(_) | Wanted::Null | Wanted::Any) => Vec::new(),
    };
    if located.optional_at(place) {
        values.insert(0, Value::Null);
    }
    values
}
