//! Generics of the impls: exactly the bounds that the holes need.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Generics, Type, WherePredicate, parse_quote};

use super::holes::{Holes, Kind};
use crate::error_enum::{ErrorEnum, Variant};
use crate::names;

/// What stands between `impl` and the body.
pub(super) struct Head {
    /// `<T>`
    pub(super) generics: TokenStream,
    /// `Enum<T>`
    pub(super) ty: TokenStream,
    /// `where …` of the impls that write.
    pub(super) bounds: TokenStream,
    /// `where …` of the constant.
    pub(super) group_bounds: TokenStream,
}

impl Head {
    pub(super) fn of(model: &ErrorEnum<'_>, holes: &[Holes]) -> Self {
        let parameters: Vec<&Ident> = model.generics.type_params().map(|p| &p.ident).collect();
        if parameters.is_empty() {
            return Self::with(model.ident, model.generics, &[], &[]);
        }
        let private = names::private(model.crate_path.value(), Span::call_site());
        let mut bounds: Vec<WherePredicate> = vec![parse_quote!(Self: ::core::error::Error)];
        let mut group_bounds = Vec::new();
        for (variant, holes) in model.variants.iter().zip(holes) {
            if let Some(field) = variant
                .sound_delegate()
                .filter(|field| field.mentions(&parameters))
            {
                let ty = field.ty;
                group_bounds.push(parse_quote!(#ty: #private::AgentErrors));
                bounds.push(parse_quote!(#ty: #private::AgentErrors + #private::AgentError));
            }
            bounds.extend(of_variant(variant, holes, &parameters, &private));
        }
        Self::with(model.ident, model.generics, &bounds, &group_bounds)
    }

    fn with(
        ident: &Ident,
        generics: &Generics,
        bounds: &[WherePredicate],
        group_bounds: &[WherePredicate],
    ) -> Self {
        let (head, arguments, _) = generics.split_for_impl();
        Self {
            generics: head.to_token_stream(),
            ty: quote!(#ident #arguments),
            bounds: where_clause(generics, bounds),
            group_bounds: where_clause(generics, group_bounds),
        }
    }
}

fn where_clause(generics: &Generics, more: &[WherePredicate]) -> TokenStream {
    let written = generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates);
    let predicates: Vec<&WherePredicate> = written.chain(more).collect();
    if predicates.is_empty() {
        return TokenStream::new();
    }
    quote!(where #(#predicates),*)
}

fn of_variant(
    variant: &Variant<'_>,
    holes: &Holes,
    parameters: &[&Ident],
    private: &TokenStream,
) -> Vec<WherePredicate> {
    let generic = holes.filled.iter().filter_map(|hole| {
        let field = &variant.fields[hole.position];
        field
            .mentions(parameters)
            .then(|| (hole, behind_references(field.ty)))
    });
    generic
        .map(|(hole, ty)| match &hole.kind {
            Kind::Value => parse_quote!(#ty: #private::Serialize),
            Kind::Text { shown_by, .. } => {
                let name = Ident::new(shown_by.name(), Span::call_site());
                parse_quote!(#ty: ::core::fmt::#name)
            }
        })
        .collect()
}

/// What is shown of a reference; two bounds that differ in a lifetime would be ambiguous.
fn behind_references(ty: &Type) -> &Type {
    match ty {
        Type::Reference(reference) => behind_references(&reference.elem),
        ty => ty,
    }
}
