//! What stands for the impls beside an error, so that rustc adds none of its own.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::DeriveInput;

use super::bounds::Head;
use super::into_response::into_response;
use crate::error_enum::ErrorEnum;
use crate::names;

pub(crate) fn stand_in(input: &DeriveInput, model: &ErrorEnum<'_>) -> TokenStream {
    let private = names::private(model.crate_path.value(), Span::call_site());
    let words = words(model, &private);
    let attributes = quote!(#[automatically_derived]);
    let head = Head::of_stand_in(&input.ident, &input.generics);
    let (generics, ty, bounds) = (&head.generics, &head.ty, &head.bounds);
    let group_bounds = &head.group_bounds;
    let into_response = into_response(&private, &attributes, &head);
    quote! {
        #attributes
        impl #generics #private::AgentErrors for #ty #group_bounds {
            const GROUP: &'static #private::Group = &#private::Group::__new(
                0,
                &[],
                &[],
                #private::None,
            );
        }
        #attributes
        impl #generics #private::AgentError for #ty #bounds {
            fn spec(&self) -> &'static #private::ErrorSpec {
                ::core::unreachable!()
            }
            fn __afp_hole(&self, _: u16, _: &mut #private::Writer) {}
            fn __afp_dyn(&self) -> &dyn #private::AgentError {
                self
            }
        }
        #into_response
        #words
    }
}

/// The words that rustc knows or refuses: a misspelt one is a mistake of the same build.
fn words(model: &ErrorEnum<'_>, private: &TokenStream) -> TokenStream {
    let actions = model.variants.iter().filter_map(|v| v.action.value());
    let places = model.variants.iter().filter_map(|v| v.apply_to.value());
    quote! {
        const _: () = {
            #(let _ = #private::Action::#actions;)*
            #(let _ = #private::ApplyTo::#places;)*
        };
    }
}
