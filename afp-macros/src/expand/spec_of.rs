//! `fn spec`

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::write_hole::delegate;
use crate::error_enum::ErrorEnum;
use crate::names;

pub(super) fn spec_of(model: &ErrorEnum<'_>, private: &TokenStream) -> TokenStream {
    let result = quote!(&'static #private::ErrorSpec);
    if model.variants.is_empty() {
        return quote!(fn spec(&self) -> #result { match *self {} });
    }
    let all_delegate = model
        .variants
        .iter()
        .all(|variant| variant.transparent.is_some());
    let early = (!all_delegate).then(|| quote!(return));
    let mut own = 0_usize;
    let arms: Vec<TokenStream> = model
        .variants
        .iter()
        .map(|variant| {
            let ident = variant.ident;
            if let Some(field) = variant.delegate() {
                let (member, local) = (&field.member, names::local(field.position));
                let delegate = delegate(field, private);
                return quote! {
                    Self::#ident { #member: #local } => #early #delegate::spec(#local),
                };
            }
            let index = Literal::usize_unsuffixed(own);
            own += 1;
            quote!(Self::#ident { .. } => #index,)
        })
        .collect();
    if all_delegate {
        return quote!(fn spec(&self) -> #result { match self { #(#arms)* } });
    }
    quote! {
        fn spec(&self) -> #result {
            let __afp_index: usize = match self { #(#arms)* };
            &<Self as #private::AgentErrors>::GROUP.own[__afp_index]
        }
    }
}
