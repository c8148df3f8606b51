use proc_macro2::{Ident, Span};
use syn::{Fields, LitBool, LitInt, LitStr};

use super::{Display, Documentation, Field, Suggestion};
use crate::attribute::{Given, VariantAttribute};
use crate::names;
use crate::problems::Problems;
use crate::template::{self, Hole, Mistake, Piece};

/// One error.
pub(crate) struct Variant<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) shape: Shape,
    pub(crate) fields: Vec<Field<'a>>,
    /// Whether there is an `#[afp(…)]`, even a broken one.
    pub(crate) has_attribute: bool,
    /// Whether an `#[afp]` is no list of keys at all.
    pub(crate) is_unreadable: bool,
    /// `None` when the one given is malformed.
    pub(crate) code: Option<Code>,
    pub(crate) status: Given<LitInt>,
    pub(crate) action: Given<Ident>,
    pub(crate) retryable: Given<LitBool>,
    pub(crate) expected: Given<Template>,
    pub(crate) suggestion: Given<Suggestion>,
    pub(crate) apply_to: Given<Ident>,
    pub(crate) details: Given<Template>,
    pub(crate) docs_url: Given<LitStr>,
    pub(crate) transparent: Option<Span>,
    pub(crate) allows: Given<Vec<Ident>>,
    /// Every key but `transparent`.
    pub(crate) keys: Vec<Ident>,
    pub(crate) docs: Documentation,
    pub(crate) display: Display,
    /// Whether nothing in it was complained about.
    pub(crate) is_sound: bool,
}

/// How the fields are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Unit,
    Tuple,
    Named,
}

/// The key of the registry.
pub(crate) struct Code {
    pub(crate) text: String,
    pub(crate) span: Span,
    /// Made from the variant's name.
    pub(crate) is_derived: bool,
}

/// A string literal with holes.
pub(crate) struct Template {
    pub(crate) literal: LitStr,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) mistakes: Vec<Mistake>,
}

impl<'a> Variant<'a> {
    pub(super) fn read(
        variant: &'a syn::Variant,
        of_the_enum: &[syn::Attribute],
        problems: &mut Problems,
    ) -> Self {
        let before = problems.count();
        let attribute = VariantAttribute::read(&variant.attrs, problems);
        let fields: Vec<Field<'a>> = variant
            .fields
            .iter()
            .enumerate()
            .map(|(position, field)| Field::read(position, field, problems))
            .collect();
        Self {
            ident: &variant.ident,
            shape: match variant.fields {
                Fields::Named(_) => Shape::Named,
                Fields::Unnamed(_) => Shape::Tuple,
                Fields::Unit => Shape::Unit,
            },
            fields,
            has_attribute: attribute.is_there,
            is_unreadable: attribute.is_unreadable,
            code: Code::read(attribute.code, &variant.ident),
            status: attribute.status,
            action: attribute.action,
            retryable: attribute.retryable,
            expected: attribute.expected.map(Template::read),
            suggestion: attribute.suggestion.map(Suggestion::read),
            apply_to: attribute.apply_to,
            details: attribute.details.map(Template::read),
            docs_url: attribute.docs_url,
            transparent: attribute.transparent,
            allows: attribute.allows,
            keys: attribute.keys,
            docs: Documentation::read(&variant.attrs),
            display: Display::read(&variant.attrs, of_the_enum),
            is_sound: problems.count() == before,
        }
    }

    /// Whether `allow(name)` stands there, or may have been meant to.
    pub(crate) fn allows(&self, name: &str) -> bool {
        match &self.allows {
            Given::Absent => false,
            Given::Malformed => true,
            Given::Value(allows) => allows.iter().any(|allowed| allowed == name),
        }
    }

    pub(crate) fn field(&self, name: &str) -> Option<&Field<'a>> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// What `Display` writes, where `#[error("…")]` says so in words that the derive writes alike:
    /// text, and fields whose types are known to mean themselves.
    pub(crate) fn message(&self) -> Option<&Template> {
        let message = self.display.message.as_ref()?;
        let is_plain = |hole: &Hole| {
            let field = self.field(&hole.field);
            hole.spec.is_none() && field.is_some_and(Field::is_plain)
        };
        let is_known = message.mistakes.is_empty() && message.holes().all(is_plain);
        (is_known && self.transparent.is_none()).then_some(message)
    }

    /// The field that a name means in `#[error("…")]`, where `_0` is `0`, too.
    pub(crate) fn field_in_display(&self, name: &str) -> Option<&Field<'a>> {
        let position = name
            .strip_prefix('_')
            .filter(|_| self.shape == Shape::Tuple);
        self.field(name).or_else(|| self.field(position?))
    }

    /// Every template, `expected` first.
    pub(crate) fn templates(&self) -> Vec<&Template> {
        let mut templates: Vec<&Template> = self.expected.value().into_iter().collect();
        if let Some(suggestion) = self.suggestion.value() {
            templates.extend(suggestion.templates());
        }
        templates.extend(self.details.value());
        templates
    }

    /// The field that a transparent variant hands over to, if nothing is wrong with it.
    pub(crate) fn sound_delegate(&self) -> Option<&Field<'a>> {
        self.delegate().filter(|_| self.is_sound)
    }

    /// The field that a transparent variant hands over to.
    pub(crate) fn delegate(&self) -> Option<&Field<'a>> {
        self.transparent.and_then(|_| self.fields.first())
    }
}

impl Code {
    fn read(given: Given<LitStr>, variant: &Ident) -> Option<Self> {
        match given {
            Given::Value(code) => Some(Self {
                text: code.value(),
                span: code.span(),
                is_derived: false,
            }),
            Given::Absent => Some(Self {
                text: names::code_of(&names::spelled(variant)),
                span: variant.span(),
                is_derived: true,
            }),
            Given::Malformed => None,
        }
    }
}

impl Template {
    pub(crate) fn read(literal: LitStr) -> Self {
        let (pieces, mistakes) = template::parse(&literal.value());
        Self {
            literal,
            pieces,
            mistakes,
        }
    }

    pub(crate) fn span(&self) -> Span {
        self.literal.span()
    }

    pub(crate) fn holes(&self) -> impl Iterator<Item = &Hole> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Hole(hole) => Some(hole),
            Piece::Text(_) => None,
        })
    }

    /// The text, when there are no holes.
    pub(crate) fn plain(&self) -> Option<String> {
        match self.pieces.as_slice() {
            [] => Some(String::new()),
            [Piece::Text(text)] => Some(text.clone()),
            _ => None,
        }
    }

    /// The hole, when it is nothing but one without a format spec.
    pub(crate) fn one_field(&self) -> Option<&Hole> {
        match self.pieces.as_slice() {
            [Piece::Hole(hole)] if hole.spec.is_none() => Some(hole),
            _ => None,
        }
    }
}
