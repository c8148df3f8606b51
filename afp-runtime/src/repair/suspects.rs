//! Which places of the tree a complaint can mean.
//!
//! Where serde buffers (internally tagged, adjacently tagged and untagged enums, flattened
//! structs) it complains about the container. A text in the complaint then still has the address
//! that it has in the tree; of other values all equal ones below the container are suspects.

use std::rc::Rc;

use super::locate::{Located, Wanted};
use super::problem::{Found, Kind, Place, Text};
use super::tree::{NodeId, Tree, Value};

/// More suspects than this are not looked at.
const MAX_SUSPECTS: usize = 24;

pub(crate) fn suspects(tree: &Tree, located: &Located) -> Vec<Place> {
    let Place::Value(node) = located.place else {
        return vec![located.place];
    };
    let mut places = match &located.problem.kind {
        Kind::UnknownField { found, .. } => named(tree, node, found),
        Kind::UnknownVariant { found, .. } => with_text(tree, node, found),
        Kind::MissingField(name) => objects_without(tree, located, node, name),
        Kind::Value { found, .. } => with_value(tree, located, node, found),
        Kind::Custom(_) if located.wanted.is_none_or(|wanted| wanted == Wanted::Any) => {
            let mut places = scalars(tree, node);
            places.truncate(MAX_SUSPECTS - 1);
            if places != [Place::Value(node)] {
                places.push(Place::Value(node));
            }
            places
        }
        Kind::Custom(_) | Kind::Length { .. } | Kind::DuplicateField(_) => {
            vec![Place::Value(node)]
        }
    };
    if places.is_empty() {
        places.push(Place::Value(node));
    }
    places.truncate(MAX_SUSPECTS);
    places
}

fn is_at(text: &Rc<str>, found: &Text) -> bool {
    text.as_ptr() as usize == found.address && text.len() == found.text.len()
}

/// Member names that are this text: the one at its address, else all that are equal.
fn named(tree: &Tree, node: NodeId, found: &Text) -> Vec<Place> {
    let names = |matches: &dyn Fn(&Rc<str>) -> bool| -> Vec<Place> {
        let mut places = Vec::new();
        for object in tree.subtree(node) {
            for (index, member) in tree.members(object).iter().enumerate() {
                if matches(&member.name) {
                    places.push(Place::Name(object, index));
                }
            }
        }
        places
    };
    let exact = names(&|name| is_at(name, found));
    if exact.is_empty() {
        names(&|name| **name == found.text)
    } else {
        exact
    }
}

/// Strings and member names that are this text.
fn with_text(tree: &Tree, node: NodeId, found: &Text) -> Vec<Place> {
    let strings = |matches: &dyn Fn(&Rc<str>) -> bool| -> Vec<Place> {
        let is_one = |&id: &NodeId| matches!(tree.value(id), Value::String(text) if matches(text));
        let found = tree.subtree(node).into_iter().filter(is_one);
        found.map(Place::Value).collect()
    };
    let exact = strings(&|text| is_at(text, found));
    if !exact.is_empty() {
        return exact;
    }
    let mut equal = named(tree, node, found);
    if equal.len() != 1 {
        equal.extend(strings(&|text| **text == found.text));
    }
    equal
}

fn with_value(tree: &Tree, located: &Located, node: NodeId, found: &Found) -> Vec<Place> {
    if let Found::Text(text) = found {
        return with_text(tree, node, text);
    }
    // An object whose members were read was no object too many.
    let is_other = located.entered && *found == Found::Object;
    if is_value(tree, node, found) && !is_other {
        return vec![Place::Value(node)];
    }
    let below = tree.subtree(node).into_iter().skip(usize::from(is_other));
    let equal = below.filter(|&id| is_value(tree, id, found));
    equal.map(Place::Value).collect()
}

pub(super) fn is_value(tree: &Tree, node: NodeId, found: &Found) -> bool {
    match (tree.value(node), found) {
        (Value::Null, Found::Null)
        | (Value::List(_), Found::List)
        | (Value::Object(_), Found::Object) => true,
        (Value::Bool(value), Found::Bool(found)) => value == found,
        (Value::Number(text), Found::Unsigned(found)) => text.parse() == Ok(*found),
        (Value::Number(text), Found::Signed(found)) => text.parse() == Ok(*found),
        (Value::Number(text), Found::Float(found)) => text.parse() == Ok(*found),
        _ => false,
    }
}

/// The object itself when it was asked for that member, else all that lack it.
fn objects_without(tree: &Tree, located: &Located, node: NodeId, name: &str) -> Vec<Place> {
    if let Some(Wanted::Struct(fields)) = located.wanted {
        if fields.contains(&name) {
            return vec![Place::Value(node)];
        }
    }
    let lacks = |&id: &NodeId| tree.is_object(id) && tree.member(id, name).is_none();
    let objects = tree.subtree(node).into_iter().filter(lacks);
    objects.map(Place::Value).collect()
}

fn scalars(tree: &Tree, node: NodeId) -> Vec<Place> {
    let is_scalar = |&id: &NodeId| {
        matches!(
            tree.value(id),
            Value::Bool(_) | Value::Number(_) | Value::String(_)
        )
    };
    let scalars = tree.subtree(node).into_iter().filter(is_scalar);
    scalars.map(Place::Value).collect()
}
