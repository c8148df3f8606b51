//! A node as a deserializer.

use serde::de::value::MapDeserializer;
use serde::de::{Deserializer, Visitor};

use super::at::{At, Read};
use super::variant::Variant;
use super::{Mode, Wanted};
use crate::repair::problem::Refusal;
use crate::repair::tree::Value;

/// How `serde_json::value::RawValue` asks for the text of a value.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

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
