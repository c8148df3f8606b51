//! What can be done about a complaint at one place.

mod member;
mod scalar;
mod shape;

use super::locate::{Located, Mode};
use super::problem::{Kind, Place};
use super::tree::{NodeId, Tree, Value};

/// A changed copy of the tree.
#[derive(Debug, Clone)]
pub(crate) struct Repair {
    pub(crate) tree: Tree,
    /// How far it is from what was sent; nearer repairs are tried first.
    pub(crate) cost: u8,
    pub(crate) change: Change,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change {
    /// The value of a node.
    Value(NodeId),
    /// The name of a member.
    Name {
        object: NodeId,
        index: usize,
        from: String,
        to: String,
        /// Whether that the member was unknown is known.
        surely_unknown: bool,
    },
}

/// The repairs of a complaint at `place`.
pub(crate) fn repairs(tree: &Tree, located: &Located, place: Place, mode: Mode) -> Vec<Repair> {
    match (&located.problem.kind, place) {
        (Kind::UnknownField { known, .. }, Place::Name(object, index)) => {
            member::rename_unknown(tree, object, index, known)
        }
        (Kind::MissingField(name), Place::Value(object)) => {
            member::rename_to_missing(tree, located, object, name)
        }
        (Kind::UnknownVariant { known, .. }, Place::Name(object, index)) => {
            member::rename_variant(tree, object, index, known)
        }
        (Kind::UnknownVariant { known, .. }, Place::Value(node)) => {
            scalar::variants(tree, located, node, known)
        }
        (Kind::Value { .. } | Kind::Custom(_) | Kind::Length { .. }, Place::Value(node)) => {
            let mut found = scalar::repairs(tree, located, node, mode);
            if mode == Mode::Json {
                found.extend(shape::repairs(tree, located, node));
            }
            found
        }
        _ => Vec::new(),
    }
}

impl Repair {
    /// Puts another value at a node.
    fn value(tree: &Tree, node: NodeId, value: Value, cost: u8) -> Self {
        let mut tree = tree.clone();
        tree.nodes[node].value = value;
        tree.nodes[node].span = 0..0;
        Self {
            tree,
            cost,
            change: Change::Value(node),
        }
    }
}
