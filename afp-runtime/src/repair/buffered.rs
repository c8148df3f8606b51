//! Texts of a query or a path where serde buffers them.
//!
//! Pairs hold texts alone, and their deserializer makes a number of one when a type asks for a
//! number. Where serde buffers (flattened structs, internally tagged enums) it asks for anything,
//! keeps the text and refuses it later. That complaint names the text by its address and the type
//! that was wanted, so the text is given as that type the next time.

use serde::de::DeserializeOwned;

use super::locate::{Located, Mode, read};
use super::problem::{Found, Kind, Place};
use super::suspects::suspects;
use super::tree::{NodeId, Tree, Value};

/// Buffered texts of one request that are read as numbers or booleans.
const MAX_TYPED: usize = 32;

/// The value of a type that accepts the tree once such texts are read as what it wants; `None`
/// when it accepts the tree as it is, too.
pub(super) fn read_typed<T: DeserializeOwned>(tree: &Tree, mode: Mode) -> Option<T> {
    let located = read::<T>(tree, mode).err()?;
    let (mut tree, _) = with_type(tree, &located)?;
    for _ in 0..MAX_TYPED {
        match read(&tree, mode) {
            Ok(value) => return Some(value),
            Err(located) => (tree, _) = with_type(&tree, &located)?,
        }
    }
    None
}

/// The tree with the buffered text that is complained about as a number or a boolean, and where
/// that is.
pub(super) fn with_type(tree: &Tree, located: &Located) -> Option<(Tree, NodeId)> {
    let Kind::Value {
        found: Found::Text(_),
        wanted,
    } = &located.problem.kind
    else {
        return None;
    };
    let [Place::Value(node)] = suspects(tree, located)[..] else {
        return None;
    };
    let is_buffered = located.place != Place::Value(node);
    let Value::String(text) = tree.value(node) else {
        return None;
    };
    let value = typed(text, wanted).filter(|_| is_buffered)?;
    let mut tree = tree.clone();
    tree.nodes[node].value = value;
    Some((tree, node))
}

/// The texts that pairs hold, in place of what they were read as.
pub(super) fn without_types(tree: &mut Tree) {
    for node in tree.children(tree.root) {
        let text = match tree.value(node) {
            Value::Number(text) => text.clone(),
            Value::Bool(value) => value.to_string().into(),
            _ => continue,
        };
        tree.nodes[node].value = Value::String(text);
    }
}

/// By the words for the types whose texts `serde_urlencoded` reads.
fn typed(text: &str, wanted: &str) -> Option<Value> {
    let number = |number: String| Value::Number(number.into());
    match wanted.strip_prefix("a nonzero ").unwrap_or(wanted) {
        "u8" | "u16" | "u32" | "u64" | "usize" => {
            text.parse::<u64>().ok().map(|it| number(it.to_string()))
        }
        "i8" | "i16" | "i32" | "i64" | "isize" => {
            text.parse::<i64>().ok().map(|it| number(it.to_string()))
        }
        "f32" | "f64" => {
            let value = text.parse::<f64>().ok().filter(|it| it.is_finite());
            value.map(|_| number(text.to_owned()))
        }
        "a boolean" => text.parse().ok().map(Value::Bool),
        _ => None,
    }
}
