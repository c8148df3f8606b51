//! Our words → the generated items.

mod bounds;
mod examples;
mod group;
mod holes;
mod into_response;
mod json;
mod message;
mod numbers;
mod program;
mod spec;
mod spec_of;
mod stand_in;
mod write_hole;

use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::error_enum::ErrorEnum;
use crate::names;

pub(crate) use self::stand_in::stand_in;

/// Everything the derive generates for a sound enum.
pub(crate) fn impl_for(model: &ErrorEnum<'_>) -> TokenStream {
    let private = names::private(model.crate_path.value(), Span::call_site());
    let holes = holes::Holes::of_each(model);
    let allows = &model.allows;
    let attributes = quote!(#allows #[automatically_derived]);
    let head = bounds::Head::of(model, &holes);
    let (generics, ty, bounds) = (&head.generics, &head.ty, &head.bounds);
    let (group, group_bounds) = (group::group(model, &holes), &head.group_bounds);
    let numbers = numbers::numbers(model);
    let spec_of = spec_of::spec_of(model, &private);
    let write_hole = write_hole::write_hole(model, &holes, &private);
    let message = message::message(model, &private);
    let into_response = into_response::into_response(&private, &attributes, &head);
    quote! {
        #attributes
        impl #generics #private::AgentErrors for #ty #group_bounds {
            const GROUP: &'static #private::Group = {
                use #private as __afp;
                #numbers
                #group
            };
        }
        #attributes
        impl #generics #private::AgentError for #ty #bounds {
            #spec_of
            #write_hole
            #message
            fn __afp_dyn(&self) -> &dyn #private::AgentError {
                self
            }
        }
        #into_response
    }
}
