//! What stands for the impls beside an error, so that rustc adds none of its own. What rustc alone
//! can judge of the variants that are sound is in there, so that one build shows that, too.

use proc_macro2::{Span, TokenStream};
use quote::quote;

use super::bounds::Head;
use super::examples::examples;
use super::holes::Holes;
use super::into_response::into_response;
use super::numbers::numbers;
use super::write_hole::write_hole;
use crate::error_enum::ErrorEnum;
use crate::{names, vocabulary};

pub(crate) fn stand_in(model: &ErrorEnum<'_>) -> TokenStream {
    let private = names::private(model.crate_path.value(), Span::call_site());
    let allows = &model.allows;
    let attributes = quote!(#allows #[automatically_derived]);
    let holes = Holes::of_each(model);
    let head = Head::of(model, &holes);
    let (generics, ty, bounds) = (&head.generics, &head.ty, &head.bounds);
    let group_bounds = &head.group_bounds;
    let examples = examples(model);
    let (numbers, words) = (numbers(model), words(model, &private));
    let write_hole = write_hole(model, &holes, &private);
    let into_response = into_response(&private, &attributes, &head);
    quote! {
        #attributes
        impl #generics #private::AgentErrors for #ty #group_bounds {
            const GROUP: &'static #private::Group = {
                use #private as __afp;
                #numbers
                &__afp::Group::__new(0, &[], &[], #examples)
            };
        }
        #attributes
        impl #generics #private::AgentError for #ty #bounds {
            fn spec(&self) -> &'static #private::ErrorSpec {
                ::core::unreachable!()
            }
            #write_hole
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
    let actions = actions.filter(|action| !vocabulary::is_foreign(&action.to_string()));
    let places = model.variants.iter().filter_map(|v| v.apply_to.value());
    quote! {
        const _: () = {
            #(let _ = #private::Action::#actions;)*
            #(let _ = #private::ApplyTo::#places;)*
        };
    }
}
