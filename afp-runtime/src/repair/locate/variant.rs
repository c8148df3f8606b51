//! Externally tagged enums.

use serde::Deserialize;
use serde::Deserializer;
use serde::de::{self, DeserializeSeed, EnumAccess, Unexpected, VariantAccess, Visitor};

use super::at::{At, Read};
use super::key::Key;
use crate::repair::problem::{Place, Refusal};
use crate::repair::tree::{Member, Value};

/// What is wanted in place of the bare name of a variant that has content.
pub(crate) const WITH_CONTENT: &str =
    "an object with the variant's name as its only member and the content as its value";

#[derive(Debug, Clone, Copy)]
pub(super) struct Variant<'t> {
    at: At<'t>,
    content: Option<&'t Member>,
}

impl<'t> Variant<'t> {
    /// `"Name"`
    pub(super) fn unit(at: At<'t>) -> Self {
        Self { at, content: None }
    }

    /// `{"Name": value}`
    pub(super) fn with_value(at: At<'t>, member: &'t Member) -> Self {
        let content = Some(member);
        Self { at, content }
    }

    fn content(self) -> Read<At<'t>> {
        match self.content {
            Some(member) => Ok(self.at.child(member.value)),
            None => Err(de::Error::invalid_type(
                Unexpected::UnitVariant,
                &WITH_CONTENT,
            )),
        }
    }
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Refusal;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Read<(S::Value, Self)> {
        let (name, place) = match (self.content, self.at.value()) {
            (Some(member), _) => (&*member.name, Place::Name(self.at.node, 0)),
            (None, Value::String(name)) => (&**name, Place::Value(self.at.node)),
            (None, _) => ("", Place::Value(self.at.node)),
        };
        let key = Key::new(name, self.at.trace.mode);
        let variant = seed
            .deserialize(key)
            .map_err(|refusal| refusal.or_at(place))?;
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Refusal;

    fn unit_variant(self) -> Read<()> {
        match self.content {
            None => Ok(()),
            Some(_) => <()>::deserialize(self.content()?),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Read<S::Value> {
        let content = self.content()?;
        content.here(|| seed.deserialize(content))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Read<V::Value> {
        self.content()?.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        self.content()?.deserialize_struct("", fields, visitor)
    }
}
