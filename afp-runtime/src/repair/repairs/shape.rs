//! Lists around what should be alone, and the other way round.

use std::rc::Rc;

use super::Repair;
use crate::repair::lenient;
use crate::repair::locate::{Located, Wanted};
use crate::repair::problem::{Found, Kind, Place};
use crate::repair::tree::{Member, NodeId, Tree, Value};

/// Characters by which several values are written into one text.
const SEPARATORS: [char; 5] = [',', ';', '|', '\n', '\t'];

pub(super) fn repairs(tree: &Tree, located: &Located, node: NodeId) -> Vec<Repair> {
    let wanted = located.wanted_at(Place::Value(node));
    let mut found = Vec::new();
    match tree.value(node) {
        Value::String(text) => {
            found.extend(document_in_text(tree, node, text, wanted));
            if found.is_empty() && is_list(wanted) && is_one_value(text) {
                found.push(wrapped(tree, node, 2));
            }
        }
        Value::Number(_) | Value::Bool(_) | Value::Object(_) if is_list(wanted) => {
            found.push(wrapped(tree, node, 1));
        }
        Value::Object(_) if is_hidden(located, wanted) => found.push(wrapped(tree, node, 2)),
        Value::List(elements) if is_hidden(located, wanted) && elements.len() == 1 => {
            found.push(unwrapped(tree, node, elements[0]));
        }
        Value::List(elements) if is_alone(located, wanted) => {
            if let [only] = elements[..] {
                found.push(unwrapped(tree, node, only));
            }
        }
        _ => {}
    }
    found
}

fn is_list(wanted: Wanted) -> bool {
    matches!(wanted, Wanted::List | Wanted::Tuple(1))
}

/// Whether no list is wanted, for sure.
fn is_alone(located: &Located, wanted: Wanted) -> bool {
    let is_list = matches!(
        &located.problem.kind,
        Kind::Value {
            found: Found::List,
            ..
        }
    );
    match wanted {
        Wanted::Any => is_list,
        Wanted::List | Wanted::Tuple(_) => false,
        _ => true,
    }
}

/// Whether an untagged enum keeps to itself what it wants.
fn is_hidden(located: &Located, wanted: Wanted) -> bool {
    wanted == Wanted::Any && matches!(located.problem.kind, Kind::Custom(_))
}

/// A list of several values, or JSON that broke, is no single value.
fn is_one_value(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && !text.contains(SEPARATORS) && !text.starts_with(['[', '{'])
}

/// A string that contains the list or the object that is wanted.
fn document_in_text(tree: &Tree, node: NodeId, text: &str, wanted: Wanted) -> Option<Repair> {
    let fits = |value: &Value| match value {
        Value::Object(_) => matches!(
            wanted,
            Wanted::Map | Wanted::Struct(_) | Wanted::Any | Wanted::Enum(_)
        ),
        Value::List(_) => matches!(wanted, Wanted::List | Wanted::Tuple(_)),
        // Encoded more than twice.
        Value::String(_) => matches!(wanted, Wanted::Map | Wanted::Struct(_)),
        _ => false,
    };
    if !text.trim_start().starts_with(['{', '[', '`', '"']) {
        return None;
    }
    let inner = lenient::read(text.as_bytes())?.tree;
    let value = inner.value(inner.root);
    if !fits(value) {
        return None;
    }
    let mut tree = tree.clone();
    let root = graft(&mut tree, &inner);
    let value = tree.nodes[root].value.clone();
    Some(Repair::value(&tree, node, value, 1))
}

/// Appends the nodes of another tree; its root's new place.
fn graft(tree: &mut Tree, other: &Tree) -> NodeId {
    let offset = tree.nodes.len();
    for node in &other.nodes {
        let value = match &node.value {
            Value::List(elements) => Value::List(elements.iter().map(|id| id + offset).collect()),
            Value::Object(members) => {
                Value::Object(members.iter().map(|m| moved(m, offset)).collect())
            }
            scalar => scalar.clone(),
        };
        tree.push(value, 0..0);
    }
    other.root + offset
}

fn moved(member: &Member, offset: usize) -> Member {
    Member {
        name: Rc::clone(&member.name),
        span: 0..0,
        value: member.value + offset,
    }
}

fn wrapped(tree: &Tree, node: NodeId, cost: u8) -> Repair {
    let mut tree = tree.clone();
    let copy = tree.nodes[node].clone();
    let element = tree.push(copy.value, copy.span);
    Repair::value(&tree, node, Value::List(vec![element]), cost)
}

fn unwrapped(tree: &Tree, node: NodeId, only: NodeId) -> Repair {
    let value = tree.value(only).clone();
    Repair::value(tree, node, value, 2)
}
