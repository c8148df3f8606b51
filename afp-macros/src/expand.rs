//! Our words → the generated items.

mod bounds;
mod group;
mod holes;
mod into_response;
mod json;
mod program;
mod spec;
mod spec_of;
mod stand_in;

use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::error_enum::ErrorEnum;
use crate::names;

pub(crate) use self::stand_in::stand_in;

/// Everything the derive generates for a sound enum.
pub(crate) fn impl_for(model: &ErrorEnum<'_>) -> TokenStream {
    let private = names::private(model.crate_path.value(), Span::call_site());
    let holes: Vec<holes::Holes> = model.variants.iter().map(holes::Holes::of).collect();
    let group = group::group(model, &holes);
    let spec_of = spec_of::spec_of(model);
    let write_hole = holes::write_hole(model, &holes, &private);
    let (generics, ty, bounds) = bounds::heads(model, &holes);
    let (plain_generics, _, plain_bounds) = model.generics.split_for_impl();
    let into_response = into_response::into_response(&private, &generics, &ty, &bounds);
    let deprecated = model.is_deprecated.then(|| quote!(#[allow(deprecated)]));
    quote! {
        #deprecated
        #[automatically_derived]
        impl #plain_generics #private::AgentErrors for #ty #plain_bounds {
            const GROUP: &'static #private::Group = {
                use #private as __afp;
                #group
            };
        }
        #deprecated
        #[automatically_derived]
        impl #generics #private::AgentError for #ty #bounds {
            #spec_of
            #write_hole
            fn __afp_dyn(&self) -> &dyn #private::AgentError {
                self
            }
        }
        #into_response
    }
}
