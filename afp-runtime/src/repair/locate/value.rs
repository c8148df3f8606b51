//! The deserializer of one node.

use serde::de::value::MapDeserializer;
use serde::de::{self, Deserializer, Expected, Unexpected, Visitor};

use super::structure::{Elements, Members};
use super::variant::Variant;
use super::{Mode, Trace, Wanted};
use crate::repair::problem::{Kind, Place, Refusal};
use crate::repair::strict::MAX_DEPTH;
use crate::repair::tree::{Member, NodeId, Value};

/// How `serde_json::value::RawValue` asks for the text of a value.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

#[derive(Debug, Clone, Copy)]
pub(super) struct At<'t> {
    pub(super) trace: &'t Trace<'t>,
    pub(super) node: NodeId,
    depth: usize,
    /// The root of path parameters can be its only value.
    is_path: bool,
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
    fn scalar(self, wanted: Wanted) -> Self {
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

    fn elements<V: Visitor<'t>>(self, elements: Vec<NodeId>, visitor: V) -> Read<V::Value> {
        let length = elements.len();
        let mut access = Elements::new(self, elements);
        let value = visitor.visit_seq(&mut access)?;
        if access.is_finished() {
            return Ok(value);
        }
        let wanted = format!("{} elements", length - access.left());
        Err(Refusal::new(Kind::Length { wanted }))
    }

    fn members<V: Visitor<'t>>(self, members: &'t [Member], visitor: V) -> Read<V::Value> {
        visitor.visit_map(Members::new(self, members))
    }

    fn list<V: Visitor<'t>>(self, wanted: Wanted, visitor: V) -> Read<V::Value> {
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
    fn is_positional(self, elements: &[NodeId]) -> bool {
        let is_wrapped = matches!(elements, [only] if self.trace.tree.is_object(*only));
        (self.depth > 0 && !is_wrapped) || self.is_path
    }

    fn text<V: Visitor<'t>>(self, wanted: Wanted, visitor: V) -> Read<V::Value> {
        let here = self.scalar(wanted);
        here.here(|| match here.value() {
            Value::String(text) => visitor.visit_borrowed_str(text),
            _ => Err(here.refused(&visitor)),
        })
    }

    fn any<V: Visitor<'t>>(self, visitor: V) -> Read<V::Value> {
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

macro_rules! numbers {
    ($($method:ident $visit:ident $number:ty, $wanted:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
            let here = self.scalar(Wanted::$wanted);
            here.here(|| match here.value() {
                Value::Number(text) => super::number::visit(text, visitor),
                // Texts of a query and of a path are read as the type reads itself.
                Value::String(text) if here.trace.mode != Mode::Json => {
                    match text.parse::<$number>() {
                        Ok(number) => visitor.$visit(number),
                        Err(_) => Err(here.refused(&visitor)),
                    }
                }
                _ => Err(here.refused(&visitor)),
            })
        }
    )*};
}

macro_rules! wide_numbers {
    ($($method:ident $visit:ident $number:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
            let here = self.scalar(Wanted::Integer);
            here.here(|| {
                let text = match here.value() {
                    Value::Number(text) => text,
                    Value::String(text) if here.trace.mode != Mode::Json => text,
                    _ => return Err(here.refused(&visitor)),
                };
                match text.parse::<$number>() {
                    Ok(number) => visitor.$visit(number),
                    Err(_) => Err(here.refused(&visitor)),
                }
            })
        }
    )*};
}

impl<'de> Deserializer<'de> for At<'de> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        let here = match self.value() {
            // As axum's: the only parameter is read as a text.
            Value::Object(_) if self.is_path => self.scalar(Wanted::Any),
            _ => self,
        };
        here.trace.ask(here.node, Wanted::Any);
        here.here(|| here.any(visitor))
    }

    numbers! {
        deserialize_i8 visit_i8 i8, Integer;
        deserialize_i16 visit_i16 i16, Integer;
        deserialize_i32 visit_i32 i32, Integer;
        deserialize_i64 visit_i64 i64, Integer;
        deserialize_u8 visit_u8 u8, Integer;
        deserialize_u16 visit_u16 u16, Integer;
        deserialize_u32 visit_u32 u32, Integer;
        deserialize_u64 visit_u64 u64, Integer;
        deserialize_f32 visit_f32 f32, Float;
        deserialize_f64 visit_f64 f64, Float;
    }

    wide_numbers! {
        deserialize_i128 visit_i128 i128;
        deserialize_u128 visit_u128 u128;
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        let here = self.scalar(Wanted::Bool);
        here.here(|| match here.value() {
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::String(text) if here.trace.mode != Mode::Json => match text.parse() {
                Ok(value) => visitor.visit_bool(value),
                Err(_) => Err(here.refused(&visitor)),
            },
            _ => Err(here.refused(&visitor)),
        })
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.text(Wanted::Char, visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.text(Wanted::Text, visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.text(Wanted::Text, visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.text(Wanted::Identifier, visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        match self.value() {
            Value::List(_) => self.list(Wanted::List, visitor),
            Value::String(text) => self.here(|| visitor.visit_borrowed_bytes(text.as_bytes())),
            _ => self.text(Wanted::Text, visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.trace.may_be_absent(self.node);
        match self.value() {
            Value::Null => self.here(|| visitor.visit_none()),
            _ => self.here(|| visitor.visit_some(self)),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.trace.ask(self.node, Wanted::Null);
        self.here(|| match self.value() {
            Value::Null => visitor.visit_unit(),
            _ if self.is_path => visitor.visit_unit(),
            _ => Err(self.refused(&visitor)),
        })
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Read<V::Value> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Read<V::Value> {
        if name == RAW_VALUE {
            let raw = (RAW_VALUE, self.trace.tree.to_json(self.node));
            return visitor.visit_map(MapDeserializer::new(std::iter::once(raw)));
        }
        self.here(|| visitor.visit_newtype_struct(self))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.list(Wanted::List, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Read<V::Value> {
        self.list(Wanted::Tuple(length), visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Read<V::Value> {
        self.list(Wanted::Tuple(length), visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.trace.ask(self.node, Wanted::Map);
        self.here(|| match self.value() {
            Value::Object(members) => self.members(members, visitor),
            _ => Err(self.refused(&visitor)),
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        self.trace.ask(self.node, Wanted::Struct(fields));
        self.here(|| match self.value() {
            Value::Object(members) => self.members(members, visitor),
            Value::List(elements) if self.is_positional(elements) => {
                self.elements(elements.clone(), visitor)
            }
            _ => Err(self.refused(&visitor)),
        })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        let here = self.scalar(Wanted::Enum(variants));
        here.here(|| match here.value() {
            Value::String(_) => visitor.visit_enum(Variant::unit(here)),
            Value::Object(members) if members.len() == 1 => {
                visitor.visit_enum(Variant::with_value(here, &members[0]))
            }
            _ => Err(here.refused(&visitor)),
        })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        visitor.visit_unit()
    }
}
