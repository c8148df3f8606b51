//! The enum in our words.

mod allows;
mod display;
mod documentation;
mod field;
mod suggestion;
mod variant;

use proc_macro2::{Ident, Span, TokenStream};
use syn::{Data, DeriveInput, Generics, LitStr, Path};

pub(crate) use self::display::Display;
pub(crate) use self::documentation::Documentation;
pub(crate) use self::field::Field;
pub(crate) use self::suggestion::{Member, Suggestion, Value};
pub(crate) use self::variant::{Shape, Template, Variant};
use crate::attribute::{EnumAttribute, Given};
use crate::problems::Problems;

/// An enum of errors.
pub(crate) struct ErrorEnum<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) generics: &'a Generics,
    pub(crate) docs_base: Given<LitStr>,
    pub(crate) crate_path: Given<Path>,
    pub(crate) variants: Vec<Variant<'a>>,
    /// `#[allow(…)]` for what is written in it: its types and patterns are written out again.
    pub(crate) allows: TokenStream,
}

impl<'a> ErrorEnum<'a> {
    /// Reads what was written; complains, and goes on.
    pub(crate) fn read(input: &'a DeriveInput, problems: &mut Problems) -> Self {
        let is_enum = matches!(input.data, Data::Enum(_));
        // On anything else that is the one mistake.
        let mut others = Problems::default();
        let of_attribute = if is_enum { &mut *problems } else { &mut others };
        let attribute = EnumAttribute::read(&input.attrs, of_attribute);
        let variants = match &input.data {
            Data::Enum(data) => data
                .variants
                .iter()
                .map(|variant| Variant::read(variant, &input.attrs, problems))
                .collect(),
            Data::Struct(data) => refuse(data.struct_token.span, problems),
            Data::Union(data) => refuse(data.union_token.span, problems),
        };
        Self {
            ident: &input.ident,
            generics: &input.generics,
            docs_base: attribute.docs_base,
            crate_path: attribute.crate_path,
            allows: allows::of(input),
            variants,
        }
    }
}

fn refuse<'a>(keyword: Span, problems: &mut Problems) -> Vec<Variant<'a>> {
    problems.at(
        keyword,
        "AgentError can only be derived for an enum; make each failure a variant of one",
    );
    Vec::new()
}
