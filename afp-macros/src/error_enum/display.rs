use proc_macro2::{Span, TokenStream, TokenTree};
use syn::parse::Parser;
use syn::{Attribute, LitStr, Meta};

use crate::template::{self, Piece};

/// What thiserror's `#[error("…", …)]` shows of the fields.
pub(crate) struct Display {
    /// Field names and positions, and where they stand.
    pub(crate) shown: Vec<(String, Span)>,
}

impl Display {
    pub(crate) fn read(attributes: &[Attribute]) -> Self {
        let shown = attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("error"))
            .filter_map(|attribute| match &attribute.meta {
                Meta::List(list) => Some(list.tokens.clone()),
                Meta::Path(_) | Meta::NameValue(_) => None,
            })
            .flat_map(|tokens| shown_by.parse2(tokens).unwrap_or_default())
            .collect();
        Self { shown }
    }
}

fn shown_by(input: syn::parse::ParseStream<'_>) -> syn::Result<Vec<(String, Span)>> {
    let mut shown = Vec::new();
    if let Ok(format) = input.parse::<LitStr>() {
        let (pieces, _) = template::parse(&format.value());
        for piece in pieces {
            if let Piece::Hole(hole) = piece {
                shown.push((hole.field, format.span()));
            }
        }
    }
    arguments(input.parse()?, &mut shown);
    Ok(shown)
}

/// `.field` and `.0` in the arguments are fields of the variant, and so are bare names.
fn arguments(tokens: TokenStream, shown: &mut Vec<(String, Span)>) {
    for tree in tokens {
        match tree {
            TokenTree::Group(group) => arguments(group.stream(), shown),
            TokenTree::Ident(ident) => shown.push((crate::names::spelled(&ident), ident.span())),
            TokenTree::Literal(literal) => shown.push((literal.to_string(), literal.span())),
            TokenTree::Punct(_) => {}
        }
    }
}
