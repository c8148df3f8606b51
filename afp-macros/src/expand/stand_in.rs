//! What stands for the impls beside an error, so that rustc adds none of its own.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::DeriveInput;

use super::into_response::into_response;
use crate::names;

pub(crate) fn stand_in(input: &DeriveInput, crate_path: Option<&syn::Path>) -> TokenStream {
    let private = names::private(crate_path, Span::call_site());
    let ident = &input.ident;
    let mut generics = input.generics.clone();
    let (head, arguments, bounds) = input.generics.split_for_impl();
    if generics.type_params().next().is_some() {
        let needed = syn::parse_quote!(Self: ::core::error::Error);
        generics.make_where_clause().predicates.push(needed);
    }
    let (_, _, with_error) = generics.split_for_impl();
    let into_response = into_response(
        &private,
        &quote!(#head),
        &quote!(#ident #arguments),
        &quote!(#with_error),
    );
    quote! {
        #[automatically_derived]
        impl #head #private::AgentErrors for #ident #arguments #bounds {
            const GROUP: &'static #private::Group = &#private::Group {
                id: 0,
                own: &[],
                nested: &[],
                examples: ::core::option::Option::None,
            };
        }
        #[automatically_derived]
        impl #head #private::AgentError for #ident #arguments #with_error {
            fn spec(&self) -> &'static #private::ErrorSpec {
                ::core::unreachable!()
            }
            fn __afp_hole(&self, _: u16, _: &mut #private::Writer) {}
            fn __afp_dyn(&self) -> &dyn #private::AgentError {
                self
            }
        }
        #into_response
    }
}
