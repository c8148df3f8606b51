//! Generics of the impls: exactly the bounds that the holes need.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use super::holes::{Holes, Kind};
use crate::error_enum::ErrorEnum;
use crate::names;

/// `<T>`, `Enum<T>` and `where …` of the impls that write.
pub(super) fn heads(
    model: &ErrorEnum<'_>,
    holes: &[Holes],
) -> (TokenStream, TokenStream, TokenStream) {
    let (generics, arguments, bounds) = model.generics.split_for_impl();
    let ident = model.ident;
    let mut bounds = bounds.map_or_else(|| quote!(), ToTokens::to_token_stream);
    let extra = extra(model, holes);
    if !extra.is_empty() {
        if bounds.is_empty() {
            bounds = quote!(where);
        } else if !model
            .generics
            .where_clause
            .as_ref()
            .is_some_and(|clause| clause.predicates.empty_or_trailing())
        {
            bounds.extend(quote!(,));
        }
        bounds.extend(extra);
    }
    (
        generics.to_token_stream(),
        quote!(#ident #arguments),
        bounds,
    )
}

fn extra(model: &ErrorEnum<'_>, holes: &[Holes]) -> TokenStream {
    let parameters: Vec<&Ident> = model.generics.type_params().map(|p| &p.ident).collect();
    if parameters.is_empty() {
        return TokenStream::new();
    }
    let private = names::private(model.crate_path.value(), Span::call_site());
    let mut seen: Vec<String> = Vec::new();
    let mut bounds = quote!(Self: ::core::error::Error,);
    for (variant, holes) in model.variants.iter().zip(holes) {
        if let Some(field) = variant
            .delegate()
            .filter(|field| field.mentions(&parameters))
        {
            let ty = field.ty;
            bounds.extend(quote!(#ty: #private::AgentError,));
        }
        for hole in &holes.filled {
            let field = &variant.fields[hole.position];
            if !field.mentions(&parameters) {
                continue;
            }
            let needed = match &hole.kind {
                Kind::Value => quote!(#private::Serialize),
                Kind::Text { shown_by, .. } => {
                    let name = Ident::new(shown_by.name(), Span::call_site());
                    quote!(::core::fmt::#name)
                }
            };
            let ty = field.ty;
            let bound = quote!(#ty: #needed,);
            let text = bound.to_string();
            if !seen.contains(&text) {
                seen.push(text);
                bounds.extend(bound);
            }
        }
    }
    bounds
}
