use super::is_secret_name;
use crate::repair::credential::mentions_credential;
use crate::repair::problem::Place;
use crate::repair::tree::{NodeId, Tree, Value};

/// Characters of one member name in a path.
const MAX_NAME: usize = 64;

/// Characters of a path; longer ones keep their end.
const MAX_PATH: usize = 256;

#[derive(Debug, Clone)]
pub(super) struct Path {
    steps: Vec<Step>,
}

#[derive(Debug, Clone)]
enum Step {
    Name(String),
    Index(usize),
}

impl Path {
    pub(super) fn of(tree: &Tree, place: Place) -> Self {
        let (node, name) = match place {
            Place::Value(node) => (node, None),
            Place::Name(object, index) => (object, Some(&tree.members(object)[index].name)),
        };
        let mut steps = Vec::new();
        let is_there = find(tree, tree.root, node, &mut steps);
        if !is_there {
            steps.clear();
        }
        let path = Self { steps };
        match name {
            // The member that names a variant is not below its own name.
            Some(name) => path.member(name),
            None => path,
        }
    }

    pub(super) fn member(&self, name: &str) -> Self {
        let mut path = self.clone();
        path.steps.push(Step::Name(name.to_owned()));
        path
    }

    /// Whether one of the names looks like that of a credential.
    pub(super) fn is_secret(&self) -> bool {
        let mut steps = self.steps.iter();
        steps.any(|step| matches!(step, Step::Name(name) if is_secret_name(name)))
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for step in &self.steps {
            match step {
                Step::Index(index) => text.push_str(&format!("[{index}]")),
                Step::Name(name) if is_plain(name) => {
                    let dot = if text.is_empty() { "" } else { "." };
                    text.push_str(dot);
                    text.push_str(&shown(name, MAX_NAME));
                }
                Step::Name(name) => {
                    let quoted = serde_json::Value::String(shown(name, MAX_NAME));
                    text.push_str(&format!("[{quoted}]"));
                }
            }
        }
        let surplus = text.chars().count().saturating_sub(MAX_PATH);
        if surplus > 0 {
            text = text.chars().skip(surplus).collect();
            text.insert(0, '…');
        }
        text
    }
}

fn is_plain(name: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || "_-$".contains(letter);
    !name.is_empty() && name.chars().all(is_word)
}

/// A member name, cut. One that names a credential and is more than a name may hold the value too,
/// and ends where the name does.
pub(super) fn shown(name: &str, limit: usize) -> String {
    let shown = cut(name, limit);
    if is_plain(name) || !mentions_credential(&shown) {
        return shown;
    }
    let end = shown.find(|letter: char| !(letter.is_alphanumeric() || "_-$".contains(letter)));
    format!("{}…", &shown[..end.unwrap_or(shown.len())])
}

fn find(tree: &Tree, from: NodeId, node: NodeId, steps: &mut Vec<Step>) -> bool {
    if from == node {
        return true;
    }
    let children: Vec<(Step, NodeId)> = match tree.value(from) {
        Value::List(elements) => {
            let elements = elements.iter().enumerate();
            elements.map(|(at, &id)| (Step::Index(at), id)).collect()
        }
        Value::Object(members) => {
            let step = |name: &str| Step::Name(name.to_owned());
            members.iter().map(|m| (step(&m.name), m.value)).collect()
        }
        _ => return false,
    };
    for (step, child) in children {
        steps.push(step);
        if find(tree, child, node, steps) {
            return true;
        }
        steps.pop();
    }
    false
}

/// At most `limit` characters, with an ellipsis in place of the rest.
pub(super) fn cut(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
