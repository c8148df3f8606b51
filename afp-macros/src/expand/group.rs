//! The constant that a registry is made of.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::examples::examples;
use super::holes::Holes;
use super::spec::{Facts, spec};
use crate::error_enum::ErrorEnum;
use crate::{hash, names};

/// `&Group { … }`
pub(super) fn group(model: &ErrorEnum<'_>, holes: &[Holes]) -> TokenStream {
    let mut own = TokenStream::new();
    let mut content = hash::START;
    for (variant, holes) in model.variants.iter().zip(holes) {
        if variant.transparent.is_none() {
            let facts = Facts::of(model, variant);
            content = hash::fold(content, &facts.fingerprint.to_le_bytes());
            own.extend(spec(model, variant, holes, &facts));
        }
    }
    let nested = model.variants.iter().filter_map(|variant| {
        let ty = variant.delegate()?.ty;
        Some(quote!(<#ty as __afp::AgentErrors>::GROUP,))
    });
    let examples = examples(model);
    let name = names::spelled(model.ident);
    let content = Literal::u64_unsuffixed(content);
    quote! {
        &__afp::Group::__new(
            __afp::group_id(
                ::core::module_path!(), #name,
                ::core::file!(), ::core::line!(), ::core::column!(),
                #content,
            ),
            &[#own],
            &[#(#nested)*],
            #examples,
        )
    }
}
