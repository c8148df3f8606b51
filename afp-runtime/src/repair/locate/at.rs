//! One node, and what it answers.

use serde::de::{self, Expected, Unexpected, Visitor};

use super::structure::{Elements, Members};
use super::{Mode, Trace, Wanted};
use crate::repair::problem::{Kind, Place, Refusal};
use crate::repair::strict::MAX_DEPTH;
use crate::repair::tree::{Member, NodeId, Value};

#[derive(Debug, Clone, Copy)]
pub(super) struct At<'t> {
    pub(super) trace: &'t Trace<'t>,
    pub(super) node: NodeId,
    depth: usize,
    /// The root of path parameters can be its only value.
    pub(super) is_path: bool,
}

pub(super) type Read<T> = Result<T, Refusal>;

impl<'t> At<'t> {
    pub(super) fn new(trace: &'t Trace<'t>, root: NodeId) -> Self {
        Self {
            trace,
            node: root,
            depth: 0,
            is_path: trace.mode == Mode::Path,
        }
    }

    pub(super) fn child(self, node: NodeId) -> Self {
        Self {
            node,
            depth: self.depth + 1,
            is_path: false,
            ..self
        }
    }

    pub(super) fn value(self) -> &'t Value {
        self.trace.tree.value(self.node)
    }

    /// Notes the question; the path's only value answers for the root.
    pub(super) fn scalar(self, wanted: Wanted) -> Self {
        let node = match (self.is_path, self.value()) {
            (true, Value::Object(members)) if members.len() == 1 => members[0].value,
            _ => self.node,
        };
        self.trace.ask(node, wanted);
        self.child(node)
    }

    pub(super) fn refused(self, wanted: &dyn Expected) -> Refusal {
        let found = match self.value() {
            Value::Null => Unexpected::Unit,
            Value::Bool(value) => Unexpected::Bool(*value),
            Value::Number(text) => number_found(text),
            Value::String(text) => Unexpected::Str(text),
            Value::List(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        };
        de::Error::invalid_type(found, wanted)
    }

    /// Runs one question; what fails without a place failed here.
    pub(super) fn here<T>(self, read: impl FnOnce() -> Read<T>) -> Read<T> {
        let place = Place::Value(self.node);
        if self.depth > MAX_DEPTH {
            return Err(Refusal::new(Kind::Custom(String::new())).or_at(place));
        }
        read().map_err(|refusal| refusal.or_at(place))
    }

    pub(super) fn elements<V: Visitor<'t>>(
        self,
        elements: Vec<NodeId>,
        visitor: V,
    ) -> Read<V::Value> {
        let length = elements.len();
        let mut access = Elements::new(self, elements);
        let value = visitor.visit_seq(&mut access)?;
        if access.is_finished() {
            return Ok(value);
        }
        let wanted = format!("{} elements", length - access.left());
        Err(Refusal::new(Kind::Length { wanted }))
    }

    pub(super) fn members<V: Visitor<'t>>(
        self,
        members: &'t [Member],
        visitor: V,
    ) -> Read<V::Value> {
        visitor.visit_map(Members::new(self, members))
    }

    pub(super) fn list<V: Visitor<'t>>(self, wanted: Wanted, visitor: V) -> Read<V::Value> {
        self.trace.ask(self.node, wanted);
        self.here(|| match self.value() {
            Value::List(elements) => self.elements(elements.clone(), visitor),
            Value::Object(members) if self.is_path => {
                let values = members.iter().map(|member| member.value).collect();
                self.elements(values, visitor)
            }
            _ => Err(self.refused(&visitor)),
        })
    }

    /// `serde_json` reads a struct from a list of its members' values, too. The extractors don't
    /// at the root; and a list around one object is meant to be that object.
    pub(super) fn is_positional(self, elements: &[NodeId]) -> bool {
        let is_wrapped = matches!(elements, [only] if self.trace.tree.is_object(*only));
        (self.depth > 0 && !is_wrapped) || self.is_path
    }

    pub(super) fn text<V: Visitor<'t>>(self, wanted: Wanted, visitor: V) -> Read<V::Value> {
        let here = self.scalar(wanted);
        here.here(|| match here.value() {
            Value::String(text) => visitor.visit_borrowed_str(text),
            _ => Err(here.refused(&visitor)),
        })
    }

    pub(super) fn any<V: Visitor<'t>>(self, visitor: V) -> Read<V::Value> {
        match self.value() {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(text) => super::number::visit(text, visitor),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::List(elements) => self.elements(elements.clone(), visitor),
            Value::Object(members) => self.members(members, visitor),
        }
    }
}

fn number_found(text: &str) -> Unexpected<'_> {
    if let Ok(value) = text.parse() {
        Unexpected::Unsigned(value)
    } else if let Ok(value) = text.parse() {
        Unexpected::Signed(value)
    } else {
        Unexpected::Float(text.parse().unwrap_or(f64::INFINITY))
    }
}
