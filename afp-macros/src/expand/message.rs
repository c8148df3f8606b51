//! `fn __afp_message_is_its_codes`, where a variant hands over.

use proc_macro2::TokenStream;
use quote::quote;

use super::write_hole::delegate;
use crate::error_enum::ErrorEnum;
use crate::names;

pub(super) fn message(model: &ErrorEnum<'_>, private: &TokenStream) -> TokenStream {
    let arms: Vec<TokenStream> = model
        .variants
        .iter()
        .filter_map(|variant| {
            let field = variant.delegate()?;
            let (ident, member, local) = (variant.ident, &field.member, names::local(0));
            Some(if variant.display.is_transparent {
                let delegate = delegate(field, private);
                quote! {
                    Self::#ident { #member: #local } => {
                        #delegate::__afp_message_is_its_codes(#local)
                    }
                }
            } else {
                quote!(Self::#ident { .. } => false,)
            })
        })
        .collect();
    if arms.is_empty() {
        return TokenStream::new();
    }
    let rest = (arms.len() < model.variants.len()).then(|| quote!(_ => true,));
    quote! {
        fn __afp_message_is_its_codes(&self) -> bool {
            match self {
                #(#arms)*
                #rest
            }
        }
    }
}
