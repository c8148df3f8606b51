//! The answer of a handler: a macro of the runtime, empty without axum.

use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn into_response(
    private: &TokenStream,
    generics: &TokenStream,
    ty: &TokenStream,
    bounds: &TokenStream,
) -> TokenStream {
    quote! {
        #private::impl_into_response! { [#generics] [#ty] [#bounds] }
    }
}
