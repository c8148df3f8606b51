//! The fields that an answer shows, numbered within a variant.

use proc_macro2::Span;

use crate::error_enum::{ErrorEnum, Field, Member, Suggestion, Template, Value, Variant};
use crate::template::{FormatTrait, Hole};

/// How a field is written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Inside a JSON string.
    Text {
        spec: Option<String>,
        shown_by: FormatTrait,
    },
    /// As its own JSON.
    Value,
}

/// One field, written one way.
#[derive(Debug)]
pub(super) struct Filled {
    pub(super) position: usize,
    pub(super) kind: Kind,
    /// Where the author asked for it.
    pub(super) span: Span,
}

/// All of a variant, in the order of their numbers.
#[derive(Debug, Default)]
pub(super) struct Holes {
    pub(super) filled: Vec<Filled>,
}

impl Holes {
    /// Those of each variant; none of one that is not sound.
    pub(super) fn of_each(model: &ErrorEnum<'_>) -> Vec<Self> {
        let variants = model.variants.iter();
        variants
            .map(|variant| match variant.is_sound {
                true => Self::of(variant),
                false => Self::default(),
            })
            .collect()
    }

    fn of(variant: &Variant<'_>) -> Self {
        let mut holes = Self::default();
        let texts = [variant.message(), variant.expected.value()];
        for template in texts.into_iter().flatten() {
            holes.texts(variant, template);
        }
        for field in &variant.fields {
            if let Some(current) = &field.current {
                let kind = if current.is_text {
                    Kind::plain_text()
                } else {
                    Kind::Value
                };
                holes.add(field, kind, current.key);
            }
        }
        if let Some(suggestion) = variant.suggestion.value() {
            match suggestion {
                Suggestion::Field(template) => holes.whole(variant, template),
                Suggestion::Object(members, _) => {
                    holes.members(variant, members);
                }
            }
        }
        if let Some(details) = variant.details.value() {
            holes.whole(variant, details);
        }
        holes
    }

    /// The number of a hole that `of` has seen.
    pub(super) fn number(&self, field: &Field<'_>, kind: &Kind) -> u16 {
        let number = self
            .filled
            .iter()
            .position(|hole| hole.position == field.position && hole.kind == *kind);
        number
            .and_then(|number| u16::try_from(number).ok())
            .unwrap_or(u16::MAX)
    }

    fn add(&mut self, field: &Field<'_>, kind: Kind, span: Span) {
        let position = field.position;
        if !self
            .filled
            .iter()
            .any(|hole| hole.position == position && hole.kind == kind)
        {
            self.filled.push(Filled {
                position,
                kind,
                span,
            });
        }
    }

    fn texts(&mut self, variant: &Variant<'_>, template: &Template) {
        for hole in template.holes() {
            if let Some(field) = variant.field(&hole.field) {
                self.add(field, Kind::of_text(hole), template.span());
            }
        }
    }

    fn whole(&mut self, variant: &Variant<'_>, template: &Template) {
        let field = template
            .one_field()
            .and_then(|hole| variant.field(&hole.field));
        if let Some(field) = field {
            self.add(field, Kind::Value, template.span());
        }
    }

    fn members(&mut self, variant: &Variant<'_>, members: &[Member]) {
        for member in members {
            self.texts(variant, &member.key);
            self.value(variant, &member.value);
        }
    }

    fn value(&mut self, variant: &Variant<'_>, value: &Value) {
        match value {
            Value::Text(template) => self.texts(variant, template),
            Value::Field(template, _) => self.whole(variant, template),
            Value::Fixed(..) => {}
            Value::List(values, _) => values.iter().for_each(|value| self.value(variant, value)),
            Value::Object(members, _) => self.members(variant, members),
        }
    }
}

impl Kind {
    pub(super) fn of_text(hole: &Hole) -> Self {
        Self::Text {
            spec: hole.spec.clone(),
            shown_by: hole.format_trait(),
        }
    }

    pub(super) fn plain_text() -> Self {
        Self::Text {
            spec: None,
            shown_by: FormatTrait::Display,
        }
    }
}
