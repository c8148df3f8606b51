//! Member names.

use serde::Deserializer;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{self, EnumAccess, Expected, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

use super::Mode;
use super::at::Read;
use crate::repair::problem::Refusal;

/// A name as `serde_json` hands it to a map: a text that may stand for a number or a boolean.
#[derive(Debug, Clone, Copy)]
pub(super) struct Key<'t> {
    name: &'t str,
    mode: Mode,
}

impl<'t> Key<'t> {
    pub(super) fn new(name: &'t str, mode: Mode) -> Self {
        Self { name, mode }
    }

    fn refused(self, wanted: &dyn Expected) -> Refusal {
        de::Error::invalid_type(Unexpected::Str(self.name), wanted)
    }
}

macro_rules! keys_by_text {
    ($($method:ident $visit:ident $number:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
            match self.name.parse::<$number>() {
                Ok(number) if self.mode == Mode::Json => visitor.$visit(number),
                _ => Err(self.refused(&visitor)),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        visitor.visit_borrowed_str(self.name)
    }

    keys_by_text! {
        deserialize_i8 visit_i8 i8;
        deserialize_i16 visit_i16 i16;
        deserialize_i32 visit_i32 i32;
        deserialize_i64 visit_i64 i64;
        deserialize_i128 visit_i128 i128;
        deserialize_u8 visit_u8 u8;
        deserialize_u16 visit_u16 u16;
        deserialize_u32 visit_u32 u32;
        deserialize_u64 visit_u64 u64;
        deserialize_u128 visit_u128 u128;
        deserialize_f32 visit_f32 f32;
        deserialize_f64 visit_f64 f64;
        deserialize_bool visit_bool bool;
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Read<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        visitor.visit_enum(self)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        visitor.visit_borrowed_bytes(self.name.as_bytes())
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.deserialize_bytes(visitor)
    }

    forward_to_deserialize_any! {
        char str string unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de> EnumAccess<'de> for Key<'de> {
    type Error = Refusal;
    type Variant = UnitOnly;

    fn variant_seed<S: de::DeserializeSeed<'de>>(self, seed: S) -> Read<(S::Value, UnitOnly)> {
        let variant = seed.deserialize(BorrowedStrDeserializer::new(self.name))?;
        Ok((variant, UnitOnly))
    }
}

/// The variant of a name has no content.
#[derive(Debug)]
pub(super) struct UnitOnly;

impl UnitOnly {
    fn refused<T>(wanted: &str) -> Read<T> {
        Err(de::Error::invalid_type(Unexpected::UnitVariant, &wanted))
    }
}

impl<'de> de::VariantAccess<'de> for UnitOnly {
    type Error = Refusal;

    fn unit_variant(self) -> Read<()> {
        Ok(())
    }

    fn newtype_variant_seed<S: de::DeserializeSeed<'de>>(self, _: S) -> Read<S::Value> {
        Self::refused("a variant with a value")
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Read<V::Value> {
        Self::refused("a variant with a list")
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Read<V::Value> {
        Self::refused("a variant with an object")
    }
}
