//! Complaints in words.

mod path;
mod terms;
mod wanted;

use serde_json::{Map, Value as Json};

use self::path::{Path, cut};
use super::credential::{looks_like_credential, mentions_credential};
use super::diagnosis::{Detail, Diagnosis, Fault};
use super::problem::{Kind, Place};
use super::search::Complaint;
use super::suggestion::holds_credential;
use super::tree::{NodeId, Tree, Value};

/// Characters of the offending value in `current`.
const MAX_CURRENT: usize = 256;

/// Characters of a value in `details`.
const MAX_GOT: usize = 64;

/// Characters of a name or a sentence of the type's own.
const MAX_WORDS: usize = 160;

/// A diagnosis without a suggestion.
pub(crate) fn diagnosis(first: &Complaint, details: Vec<Detail>) -> Diagnosis {
    let (fault, current) = fault(first);
    Diagnosis {
        fault,
        current,
        details,
        suggestion: None,
    }
}

fn path_of(complaint: &Complaint) -> Path {
    let path = Path::of(&complaint.tree, complaint.place);
    match (&complaint.located.problem.kind, complaint.place) {
        (Kind::MissingField(name) | Kind::DuplicateField(name), Place::Value(_)) => {
            path.member(name)
        }
        _ => path,
    }
}

/// A complaint in words.
pub(crate) fn detail(complaint: &Complaint) -> Detail {
    let path = path_of(complaint);
    Detail {
        expected: wanted::words(complaint, &path),
        got: got(complaint, &path),
        path: path.text(),
    }
}

fn fault(complaint: &Complaint) -> (Fault, Map<String, Json>) {
    let path = path_of(complaint);
    let wanted = wanted::words(complaint, &path);
    let tree = &complaint.tree;
    let is_root = complaint.place == Place::Value(tree.root);
    let mut current = Map::new();
    let path_text = path.text();
    let fault = match &complaint.located.problem.kind {
        Kind::MissingField(_) => Fault::Missing {
            path: path_text,
            wanted,
        },
        Kind::UnknownField { .. } => Fault::UnknownMember {
            path: path_text,
            wanted,
        },
        Kind::DuplicateField(name) => Fault::Duplicate {
            place: path_text,
            name: (*name).to_owned(),
        },
        Kind::UnknownVariant { .. } => {
            current = echo(complaint, &path);
            Fault::UnknownValue {
                path: path_text,
                wanted,
            }
        }
        _ if is_root && !tree.is_object(tree.root) && wanted::is_object(&complaint.located) => {
            let sent = kind_of(tree, tree.root);
            current.insert("body".to_owned(), sent.clone().into());
            Fault::NotObject { sent }
        }
        _ => {
            current = echo(complaint, &path);
            Fault::Invalid {
                path: path_text,
                wanted,
            }
        }
    };
    (fault, current)
}

/// The offending value under its path.
fn echo(complaint: &Complaint, path: &Path) -> Map<String, Json> {
    let mut current = Map::new();
    let shown = match complaint.place {
        _ if path.is_secret() => None,
        Place::Value(node) => scalar(&complaint.tree, node, MAX_CURRENT),
        Place::Name(object, index) => {
            let name = cut(&complaint.tree.members(object)[index].name, MAX_CURRENT);
            (!mentions_credential(&name)).then(|| name.into())
        }
    };
    let name = match path.text() {
        text if text.is_empty() => "body".to_owned(),
        text => text,
    };
    current.extend(shown.map(|value| (name, value)));
    current
}

fn scalar(tree: &Tree, node: NodeId, limit: usize) -> Option<Json> {
    match tree.value(node) {
        Value::Null => Some(Json::Null),
        Value::Bool(value) => Some((*value).into()),
        Value::Number(text) if text.len() <= 40 && !is_rounded(text) => {
            let number = serde_json::from_str(text);
            Some(number.unwrap_or_else(|_| Json::String(text.to_string())))
        }
        Value::Number(text) | Value::String(text) => {
            let shown = cut(text, limit);
            (!mentions_credential(&shown)).then(|| shown.into())
        }
        Value::List(_) | Value::Object(_) => None,
    }
}

/// Whether a whole number is beyond 64 bits, and would become another one (RFC 7493 §2.2).
fn is_rounded(number: &str) -> bool {
    let digits = number.strip_prefix('-').unwrap_or(number);
    digits.bytes().all(|byte| byte.is_ascii_digit())
        && number.parse::<u64>().is_err()
        && number.parse::<i64>().is_err()
}

fn got(complaint: &Complaint, path: &Path) -> String {
    let tree = &complaint.tree;
    match (&complaint.located.problem.kind, complaint.place) {
        (Kind::MissingField(_), _) => "nothing".to_owned(),
        (Kind::UnknownField { .. }, _) => "an unknown member".to_owned(),
        (Kind::DuplicateField(_), _) => "the member twice".to_owned(),
        (_, Place::Name(object, index)) => path::shown(&tree.members(object)[index].name, MAX_GOT),
        (_, Place::Value(node)) if path.is_secret() => kind_of(tree, node),
        (_, Place::Value(node)) => match tree.value(node) {
            Value::Number(text) => cut(text, MAX_GOT),
            _ => shown(tree, node),
        },
    }
}

fn shown(tree: &Tree, node: NodeId) -> String {
    match scalar(tree, node, MAX_GOT) {
        Some(value) => cut(&value.to_string(), MAX_GOT + 2),
        None => kind_of(tree, node),
    }
}

/// The type of a value, as JSON names it, and its size.
pub(crate) fn kind_of(tree: &Tree, node: NodeId) -> String {
    let count = |count: usize, one: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {one}s"),
    };
    match tree.value(node) {
        Value::Null => "null".to_owned(),
        Value::Bool(_) => "a boolean".to_owned(),
        Value::Number(_) => "a number".to_owned(),
        Value::String(_) => "a string".to_owned(),
        Value::List(elements) => format!("an array of {}", count(elements.len(), "element")),
        Value::Object(members) => format!("an object of {}", count(members.len(), "member")),
    }
}

/// Whether a message of the type's own about this place may repeat a credential.
fn may_hold_secret(complaint: &Complaint, path: &Path) -> bool {
    let (Place::Value(node) | Place::Name(node, _)) = complaint.place;
    let tree = &complaint.tree;
    path.is_secret()
        || holds_credential(tree, node)
        || matches!(complaint.located.place, Place::Value(node) if holds_credential(tree, node))
}

fn is_secret_name(name: &str) -> bool {
    looks_like_credential(name)
}
