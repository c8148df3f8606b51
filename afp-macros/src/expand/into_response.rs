//! The answer of a handler: a macro of the runtime, empty without axum.

use proc_macro2::TokenStream;
use quote::quote;

use super::bounds::Head;

pub(super) fn into_response(
    private: &TokenStream,
    attributes: &TokenStream,
    head: &Head,
) -> TokenStream {
    let Head {
        generics,
        ty,
        bounds,
        ..
    } = head;
    quote! {
        #private::impl_into_response! { [#attributes] [#generics] [#ty] [#bounds] }
    }
}
