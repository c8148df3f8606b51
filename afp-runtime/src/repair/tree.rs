//! A JSON document as it was written: spans, number texts, order and duplicates are kept.

use std::ops::Range;
use std::rc::Rc;

/// Index of a node in its [`Tree`].
pub(crate) type NodeId = usize;

/// Nodes of one document. Edits make changed copies; strings are shared between copies.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) root: NodeId,
}

#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) value: Value,
    /// Bytes in the source; empty for nodes that a repair made.
    pub(crate) span: Range<usize>,
}

#[derive(Debug, Clone)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    /// The text as it was written, by the grammar of JSON.
    Number(Rc<str>),
    String(Rc<str>),
    List(Vec<NodeId>),
    Object(Vec<Member>),
}

#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) name: Rc<str>,
    /// From the first byte of the name to the last of the value.
    pub(crate) span: Range<usize>,
    pub(crate) value: NodeId,
}

impl Tree {
    pub(crate) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            root: 0,
        }
    }

    pub(crate) fn push(&mut self, value: Value, span: Range<usize>) -> NodeId {
        self.nodes.push(Node { value, span });
        self.nodes.len() - 1
    }

    pub(crate) fn value(&self, node: NodeId) -> &Value {
        &self.nodes[node].value
    }

    /// The members of an object; none for any other node.
    pub(crate) fn members(&self, node: NodeId) -> &[Member] {
        match self.value(node) {
            Value::Object(members) => members,
            _ => &[],
        }
    }

    pub(crate) fn is_object(&self, node: NodeId) -> bool {
        matches!(self.value(node), Value::Object(_))
    }

    /// The first member of that name.
    pub(crate) fn member(&self, node: NodeId, name: &str) -> Option<&Member> {
        self.members(node)
            .iter()
            .find(|member| &*member.name == name)
    }

    pub(crate) fn children(&self, node: NodeId) -> Vec<NodeId> {
        match self.value(node) {
            Value::List(elements) => elements.clone(),
            Value::Object(members) => members.iter().map(|member| member.value).collect(),
            _ => Vec::new(),
        }
    }

    /// The node and all below it, parents first, in the order of the document.
    pub(crate) fn subtree(&self, node: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut open = vec![node];
        while let Some(next) = open.pop() {
            found.push(next);
            open.extend(self.children(next).into_iter().rev());
        }
        found
    }

    /// Whether both are the same JSON value; order of members counts, spelling of numbers too.
    pub(crate) fn same(&self, node: NodeId, other: &Self, other_node: NodeId) -> bool {
        match (self.value(node), other.value(other_node)) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(one), Value::Bool(two)) => one == two,
            (Value::Number(one), Value::Number(two)) | (Value::String(one), Value::String(two)) => {
                one == two
            }
            (Value::List(one), Value::List(two)) => {
                one.len() == two.len()
                    && one
                        .iter()
                        .zip(two)
                        .all(|(&one, &two)| self.same(one, other, two))
            }
            (Value::Object(one), Value::Object(two)) => {
                one.len() == two.len()
                    && one.iter().zip(two).all(|(one, two)| {
                        one.name == two.name && self.same(one.value, other, two.value)
                    })
            }
            _ => false,
        }
    }

    /// Appends the node as strict JSON.
    pub(crate) fn write(&self, node: NodeId, out: &mut Vec<u8>) {
        match self.value(node) {
            Value::Null => out.extend_from_slice(b"null"),
            Value::Bool(true) => out.extend_from_slice(b"true"),
            Value::Bool(false) => out.extend_from_slice(b"false"),
            Value::Number(text) => out.extend_from_slice(text.as_bytes()),
            Value::String(text) => write_string(text, out),
            Value::List(elements) => {
                out.push(b'[');
                for (index, &element) in elements.iter().enumerate() {
                    if index > 0 {
                        out.push(b',');
                    }
                    self.write(element, out);
                }
                out.push(b']');
            }
            Value::Object(members) => {
                out.push(b'{');
                for (index, member) in members.iter().enumerate() {
                    if index > 0 {
                        out.push(b',');
                    }
                    write_string(&member.name, out);
                    out.push(b':');
                    self.write(member.value, out);
                }
                out.push(b'}');
            }
        }
    }

    pub(crate) fn to_json(&self, node: NodeId) -> String {
        let mut out = Vec::new();
        self.write(node, &mut out);
        String::from_utf8(out).unwrap_or_default()
    }
}

pub(crate) fn write_string(text: &str, out: &mut Vec<u8>) {
    let json = serde_json::to_string(text);
    out.extend_from_slice(json.unwrap_or_default().as_bytes());
}
