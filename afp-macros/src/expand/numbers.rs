//! What an agent counts with is a number: rustc says so at the placeholder.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use crate::error_enum::{ErrorEnum, Value, Variant};
use crate::vocabulary::{self, BATCH_SIZE, Kind, WAIT};

/// Statements of a constant that compile when each field behind `retry_after_s` and `batchSize` has
/// a type of numbers. A type that names a type parameter is known only where the enum is used.
pub(super) fn numbers(model: &ErrorEnum<'_>) -> TokenStream {
    let parameters: Vec<&Ident> = model.generics.type_params().map(|p| &p.ident).collect();
    let variants = model.variants.iter();
    variants
        .filter(|variant| variant.is_sound)
        .filter_map(|variant| of_variant(variant, &parameters))
        .collect()
}

fn of_variant(variant: &Variant<'_>, parameters: &[&Ident]) -> Option<TokenStream> {
    let kind = vocabulary::kind(&variant.action.value()?.to_string())?;
    let name = match kind {
        Kind::Wait => WAIT,
        Kind::Batch => BATCH_SIZE,
        _ => return None,
    };
    let value = &variant.suggestion.value()?.member(name)?.value;
    let Value::Field(template, hole) = value else {
        return None;
    };
    let field = variant
        .field(&hole.field)
        .filter(|field| !field.mentions(parameters))?;
    let ty = field.ty;
    Some(match kind {
        Kind::Wait => quote_spanned!(template.span()=> __afp::is_seconds::<#ty>();),
        _ => quote_spanned!(template.span()=> __afp::is_count::<#ty>();),
    })
}
