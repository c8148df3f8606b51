//! Example values of every variant, for snapshots: only with the feature `examples`.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::{Expr, ExprLit, Lit};

use crate::error_enum::{ErrorEnum, Field, Variant};
use crate::names;

/// The visitor of a group.
pub(super) fn examples(model: &ErrorEnum<'_>) -> TokenStream {
    let own = model
        .variants
        .iter()
        .filter(|variant| variant.is_sound && variant.transparent.is_none());
    if !cfg!(feature = "examples") {
        return quote!(__afp::None);
    }
    let is_generic = model.generics.type_params().next().is_some();
    let visits = own.map(|variant| visit(variant, is_generic));
    // The runtime drops it, should its own feature be off where this one is on.
    quote!(__afp::examples!(|__afp_visit| { #(#visits)* }))
}

fn visit(variant: &Variant<'_>, is_generic: bool) -> TokenStream {
    let code = variant.code.as_ref().map_or("", |code| &code.text);
    if is_generic {
        let advice = "the enum has type parameters; pass a value with `examples = [...]`";
        return quote!(__afp_visit(#code, __afp::Err(#advice)););
    }
    let ident = variant.ident;
    let fields = &variant.fields;
    let steps = fields.iter().map(|field| step(field, code));
    let locals = fields.iter().map(|field| names::local(field.position));
    let members = fields.iter().map(|field| &field.member);
    quote! {
        '__afp_variant: {
            #(#steps)*
            __afp_visit(#code, __afp::Ok(&Self::#ident { #(#members: #locals),* }));
        }
    }
}

/// Takes the example of one field, or says that there is none. (One match over all fields would
/// cost rustc time that grows with the square of their number, and more.)
fn step(field: &Field<'_>, code: &str) -> TokenStream {
    let (local, value) = (names::local(field.position), value(field));
    let advice = format!(
        "field `{}` has no example; write `#[afp(example = ...)]` on it, or implement `Example` for its type",
        field.name
    );
    quote! {
        let __afp::Some(#local) = #value else {
            __afp_visit(#code, __afp::Err(#advice));
            break '__afp_variant;
        };
    }
}

fn value(field: &Field<'_>) -> TokenStream {
    let ty = field.ty;
    match &field.example {
        Some(Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        })) => quote! {
            __afp::Some::<#ty>(::core::convert::Into::into(#text))
        },
        Some(example) => quote!(__afp::Some::<#ty>(#example)),
        None => {
            let position = Literal::usize_unsuffixed(field.position);
            quote!(__afp::exemplar::<#ty>().__afp_example_at(#position))
        }
    }
}
