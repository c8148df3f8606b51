use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Meta};

/// What the author allowed or expected anywhere in the enum, and `deprecated` where something of it
/// is: generated code names the same types and variants.
pub(super) fn of(input: &DeriveInput) -> TokenStream {
    let mut allows = TokenStream::new();
    for attribute in attributes(input) {
        match &attribute.meta {
            Meta::List(list) if list.path.is_ident("allow") || list.path.is_ident("expect") => {
                let lints = &list.tokens;
                allows.extend(quote!(#[allow(#lints)]));
            }
            meta if meta.path().is_ident("deprecated") => {
                allows.extend(quote!(#[allow(deprecated)]));
            }
            _ => {}
        }
    }
    allows
}

fn attributes(input: &DeriveInput) -> impl Iterator<Item = &Attribute> {
    let variants = match &input.data {
        Data::Enum(data) => Some(&data.variants),
        Data::Struct(_) | Data::Union(_) => None,
    };
    let variants = variants.into_iter().flatten();
    let inside = variants.flat_map(|variant| {
        let of_fields = variant.fields.iter().flat_map(|field| &field.attrs);
        variant.attrs.iter().chain(of_fields)
    });
    input.attrs.iter().chain(inside)
}
