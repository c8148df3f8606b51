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
        .filter(|variant| variant.transparent.is_none());
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
    let values = fields.iter().map(value);
    let locals: Vec<_> = fields
        .iter()
        .map(|field| names::local(field.position))
        .collect();
    let members = fields.iter().map(|field| &field.member);
    let gaps = fields.iter().map(|field| gap(field, code));
    quote! {
        match (#(#values,)*) {
            (#(__afp::Some(#locals),)*) => {
                __afp_visit(#code, __afp::Ok(&Self::#ident { #(#members: #locals),* }))
            }
            #(#gaps)*
        }
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
            quote!(__afp::exemplar::<#ty>().example_at(#position))
        }
    }
}

/// The arm for a field that has no example, none before it having had none.
fn gap(field: &Field<'_>, code: &str) -> TokenStream {
    let before = std::iter::repeat_n(quote!(_,), field.position);
    let advice = format!(
        "field `{}` has no example; write `#[afp(example = ...)]` on it, or implement `Example` for its type",
        field.name
    );
    quote! {
        (#(#before)* __afp::None, ..) => __afp_visit(#code, __afp::Err(#advice)),
    }
}
