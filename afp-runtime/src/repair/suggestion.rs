//! What an agent merges into its request.

use std::collections::HashMap;

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::credential::looks_like_credential;
use super::lenient;
use super::tree::{NodeId, Tree, Value};

/// Members for a request, whole top-level ones: to be set, or with `null` to be left out.
///
/// It serializes as a JSON object. Numbers keep their digits up to 128 bits, members their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    json: String,
}

impl Suggestion {
    /// The object as JSON text.
    #[must_use]
    pub fn as_json(&self) -> &str {
        &self.json
    }
}

impl Serialize for Suggestion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match lenient::read(self.json.as_bytes()) {
            Some(document) => Written(&document.tree, document.tree.root).serialize(serializer),
            None => serializer.serialize_none(),
        }
    }
}

/// The difference between what was sent and what is meant.
#[derive(Debug)]
pub(crate) struct Changes<'t> {
    repaired: &'t Tree,
    /// In the order of the repaired tree, those that go last.
    members: Vec<(&'t str, Option<NodeId>)>,
}

impl<'t> Changes<'t> {
    /// The top-level members to merge into `sent`, or all of them when that is no object or no
    /// JSON. `None` where a merge cannot express the difference, or would have to show what looks
    /// like a credential.
    pub(crate) fn between(sent: &'t Tree, is_json: bool, repaired: &'t Tree) -> Option<Self> {
        let is_merge = is_json && sent.is_object(sent.root);
        if !repaired.is_object(repaired.root) || has_duplicates(sent) || has_duplicates(repaired) {
            return None;
        }
        let (before, after) = (by_name(sent), by_name(repaired));
        let is_changed = |name: &str, node: NodeId| {
            let before = before.get(name);
            !is_merge || before.is_none_or(|&before| !sent.same(before, repaired, node))
        };
        let mut members = Vec::new();
        for member in repaired.members(repaired.root) {
            if is_changed(&member.name, member.value) {
                members.push((&*member.name, Some(member.value)));
            }
        }
        if is_merge {
            for member in sent.members(sent.root) {
                let is_null = matches!(sent.value(member.value), Value::Null);
                if !is_null && !after.contains_key(&*member.name) {
                    members.push((&*member.name, None));
                }
            }
        }
        let changes = Self { repaired, members };
        let is_fit = !changes.members.is_empty() && !changes.shows_credential();
        is_fit.then_some(changes)
    }

    fn shows_credential(&self) -> bool {
        let shown = self
            .members
            .iter()
            .filter_map(|&(name, node)| Some((name, node?)));
        shown.into_iter().any(|(name, node)| {
            let is_null = matches!(self.repaired.value(node), Value::Null);
            (looks_like_credential(name) && !is_null) || holds_credential(self.repaired, node)
        })
    }

    pub(crate) fn suggestion(&self) -> Suggestion {
        let json = serde_json::to_string(self).unwrap_or_default();
        Suggestion { json }
    }

    /// What the agent sends: the members of `bytes`, which `sent` was read from, after the merge.
    pub(crate) fn merge(&self, bytes: &[u8], sent: &Tree, is_json: bool) -> Vec<u8> {
        if !is_json || !sent.is_object(sent.root) {
            return self.suggestion().json.into_bytes();
        }
        let before = by_name(sent);
        let changed: HashMap<_, _> = self.members.iter().copied().collect();
        let mut merged = vec![b'{'];
        for member in sent.members(sent.root) {
            separate(&mut merged);
            match changed.get(&*member.name) {
                Some(&node) => self.write(&member.name, node, &mut merged),
                None => merged.extend_from_slice(&bytes[member.span.clone()]),
            }
        }
        for &(name, node) in &self.members {
            if !before.contains_key(name) {
                separate(&mut merged);
                self.write(name, node, &mut merged);
            }
        }
        merged.push(b'}');
        merged
    }

    /// The pairs that the agent sends, and so without those that go.
    pub(crate) fn merge_pairs(&self, sent: &[(String, String)]) -> Vec<(String, String)> {
        let text = |node: NodeId| match self.repaired.value(node) {
            Value::String(text) => Some(text.to_string()),
            _ => None,
        };
        let mut merged = Vec::new();
        for (name, value) in sent {
            let value = match self.member(name) {
                Some(node) => node.and_then(text),
                None => Some(value.clone()),
            };
            merged.extend(value.map(|value| (name.clone(), value)));
        }
        for &(name, node) in &self.members {
            let is_new = sent.iter().all(|(other, _)| other != name);
            let value = node.and_then(text).filter(|_| is_new);
            merged.extend(value.map(|value| (name.to_owned(), value)));
        }
        merged
    }

    fn member(&self, name: &str) -> Option<Option<NodeId>> {
        let found = self.members.iter().find(|(other, _)| *other == name);
        found.map(|&(_, node)| node)
    }

    fn write(&self, name: &str, node: Option<NodeId>, out: &mut Vec<u8>) {
        super::tree::write_string(name, out);
        out.push(b':');
        match node {
            Some(node) => {
                let value = serde_json::to_vec(&Written(self.repaired, node));
                out.extend_from_slice(&value.unwrap_or_default());
            }
            None => out.extend_from_slice(b"null"),
        }
    }
}

impl Serialize for Changes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.members.len()))?;
        for &(name, node) in &self.members {
            map.serialize_entry(name, &node.map(|node| Written(self.repaired, node)))?;
        }
        map.end()
    }
}

fn by_name(tree: &Tree) -> HashMap<&str, NodeId> {
    let members = tree.members(tree.root).iter();
    members
        .map(|member| (&*member.name, member.value))
        .collect()
}

fn separate(object: &mut Vec<u8>) {
    if object.len() > 1 {
        object.push(b',');
    }
}

fn has_duplicates(tree: &Tree) -> bool {
    tree.subtree(tree.root).into_iter().any(|node| {
        let mut names: Vec<&str> = tree.members(node).iter().map(|m| &*m.name).collect();
        names.sort_unstable();
        names.windows(2).any(|pair| pair[0] == pair[1])
    })
}

/// Whether a member that looks like a credential is at or below `node` and not `null`.
pub(crate) fn holds_credential(tree: &Tree, node: NodeId) -> bool {
    tree.subtree(node).into_iter().any(|node| {
        tree.members(node).iter().any(|member| {
            let is_null = matches!(tree.value(member.value), Value::Null);
            !is_null && looks_like_credential(&member.name)
        })
    })
}

/// A node as serde writes it.
struct Written<'t>(&'t Tree, NodeId);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(tree, node) = *self;
        match tree.value(node) {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Number(text) => serialize_number(text, serializer),
            Value::String(text) => serializer.serialize_str(text),
            Value::List(elements) => {
                let mut list = serializer.serialize_seq(Some(elements.len()))?;
                for &element in elements {
                    list.serialize_element(&Written(tree, element))?;
                }
                list.end()
            }
            Value::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for member in members {
                    map.serialize_entry(&*member.name, &Written(tree, member.value))?;
                }
                map.end()
            }
        }
    }
}

fn serialize_number<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if let Ok(number) = text.parse::<u64>() {
        serializer.serialize_u64(number)
    } else if let Ok(number) = text.parse::<i64>() {
        serializer.serialize_i64(number)
    } else if let Ok(number) = text.parse::<u128>() {
        serializer.serialize_u128(number)
    } else if let Ok(number) = text.parse::<i128>() {
        serializer.serialize_i128(number)
    } else {
        serializer.serialize_f64(text.parse().unwrap_or(f64::NAN))
    }
}
