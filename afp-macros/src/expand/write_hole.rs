//! `fn __afp_hole`: which field a hole is, and how it is written.
//!
//! What keeps a large enum cheap to compile: variants that show the same types in the same way
//! share an arm, and a type that many arms show is written by one small function.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::holes::{Filled, Holes, Kind};
use crate::error_enum::{ErrorEnum, Field, Shape, Variant};
use crate::names;

/// As many writes of one type and kind get a function of their own.
const SHARED: usize = 3;

pub(super) fn write_hole(
    model: &ErrorEnum<'_>,
    holes: &[Holes],
    private: &TokenStream,
) -> TokenStream {
    let mut shapes: BTreeMap<Vec<Written>, Vec<Shown<'_>>> = BTreeMap::new();
    let mut delegates = TokenStream::new();
    let mut silent = false;
    for (variant, holes) in model.variants.iter().zip(holes) {
        if let Some(field) = variant.sound_delegate() {
            delegates.extend(hand_over(variant.ident, field, private));
        } else if holes.filled.is_empty() {
            silent = true;
        } else {
            let shown = Shown::of(variant, holes);
            shapes.entry(shown.written()).or_default().push(shown);
        }
    }
    if shapes.is_empty() && delegates.is_empty() {
        return quote! {
            fn __afp_hole(&self, _: u16, _: &mut #private::Writer) {}
        };
    }
    let writers = Writers::of(model, shapes.values().map(|alike| &alike[0]), private);
    let arms = shapes.values().map(|alike| writers.arm(alike));
    let functions = &writers.functions;
    let rest = silent.then(|| quote!(_ => {}));
    quote! {
        fn __afp_hole(&self, __afp_hole: u16, __afp_out: &mut #private::Writer) {
            #functions
            match self {
                #(#arms)*
                #delegates
                #rest
            }
        }
    }
}

fn hand_over(variant: &Ident, field: &Field<'_>, private: &TokenStream) -> TokenStream {
    let (member, local) = (&field.member, names::local(0));
    let delegate = delegate(field, private);
    quote! {
        Self::#variant { #member: #local } => #delegate::__afp_hole(#local, __afp_hole, __afp_out),
    }
}

/// `AgentError` of a field, complained about at its type.
pub(super) fn delegate(field: &Field<'_>, private: &TokenStream) -> TokenStream {
    let ty = field.ty;
    let span = Span::call_site().located_at(ty.span());
    quote_spanned!(span=> <#ty as #private::AgentError>)
}

/// A hole as far as two variants can share it: which of the shown fields, its type, how.
type Written = (usize, String, Kind);

/// A variant by the fields it shows, numbered in the order in which its holes meet them.
struct Shown<'a> {
    variant: &'a Variant<'a>,
    holes: &'a [Filled],
    /// Positions in the variant.
    fields: Vec<usize>,
}

impl<'a> Shown<'a> {
    fn of(variant: &'a Variant<'a>, holes: &'a Holes) -> Self {
        let mut fields = Vec::new();
        for hole in &holes.filled {
            if !fields.contains(&hole.position) {
                fields.push(hole.position);
            }
        }
        Self {
            variant,
            holes: &holes.filled,
            fields,
        }
    }

    fn field(&self, hole: &Filled) -> &Field<'a> {
        &self.variant.fields[hole.position]
    }

    /// The number of the local that holds the field.
    fn number(&self, hole: &Filled) -> usize {
        let number = self.fields.iter().position(|at| *at == hole.position);
        number.unwrap_or(usize::MAX)
    }

    fn written(&self) -> Vec<Written> {
        let holes = self.holes.iter();
        holes
            .map(|hole| {
                let ty = self.field(hole).ty.to_token_stream().to_string();
                (self.number(hole), ty, hole.kind.clone())
            })
            .collect()
    }

    fn pattern(&self) -> TokenStream {
        let ident = self.variant.ident;
        let bindings = self.fields.iter().enumerate().map(|(number, position)| {
            let member = &self.variant.fields[*position].member;
            let local = names::local(number);
            quote!(#member: #local,)
        });
        let rest = (self.variant.shape != Shape::Unit).then(|| quote!(..));
        quote!(Self::#ident { #(#bindings)* #rest })
    }
}

/// The functions for what many arms write, by type and kind.
struct Writers<'a> {
    private: &'a TokenStream,
    shared: BTreeMap<(String, Kind), Ident>,
    functions: TokenStream,
}

impl<'a> Writers<'a> {
    fn of<'b>(
        model: &ErrorEnum<'_>,
        arms: impl Iterator<Item = &'b Shown<'b>>,
        private: &'a TokenStream,
    ) -> Self {
        let mut uses: BTreeMap<(String, Kind), Vec<(&Field<'_>, &Filled)>> = BTreeMap::new();
        for shown in arms {
            for (hole, (_, ty, kind)) in shown.holes.iter().zip(shown.written()) {
                let field = &shown.variant.fields[hole.position];
                if field.can_leave_the_impl(model.generics) {
                    uses.entry((ty, kind)).or_default().push((field, hole));
                }
            }
        }
        uses.retain(|_, uses| uses.len() >= SHARED);
        let mut writers = Self {
            private,
            shared: BTreeMap::new(),
            functions: TokenStream::new(),
        };
        for (number, (key, uses)) in uses.into_iter().enumerate() {
            let (field, hole) = uses[0];
            let (name, ty) = (format_ident!("__afp_write_{number}"), field.ty);
            let (local, write) = (names::local(0), writers.write(0, hole));
            // A plain `&String` would be a case for clippy.
            writers.functions.extend(quote! {
                fn #name(#local: #private::Shown<'_, #ty>, __afp_out: &mut #private::Writer) {
                    #write
                }
            });
            writers.shared.insert(key, name);
        }
        writers
    }

    /// One arm for variants that show the same.
    fn arm(&self, alike: &[Shown<'_>]) -> TokenStream {
        let patterns = alike.iter().map(Shown::pattern);
        let first = &alike[0];
        let writes = first.holes.iter().zip(first.written());
        let writes = writes.enumerate().map(|(at, (hole, (local, ty, kind)))| {
            let at = Literal::u16_unsuffixed(u16::try_from(at).unwrap_or(u16::MAX));
            let write = match self.shared.get(&(ty, kind)) {
                Some(name) => {
                    let local = names::local(local);
                    quote!(#name(#local, __afp_out))
                }
                None => self.write(local, hole),
            };
            quote!(#at => #write,)
        });
        quote! {
            #(#patterns)|* => match __afp_hole {
                #(#writes)*
                _ => {}
            },
        }
    }

    fn write(&self, local: usize, hole: &Filled) -> TokenStream {
        let private = self.private;
        let local = names::local_at(local, hole.span);
        // The place of the literal, the names of the derive.
        let span = Span::call_site().located_at(hole.span);
        match &hole.kind {
            Kind::Text {
                spec: Some(spec), ..
            } => {
                let mut format = Literal::string(&format!("{{:{spec}}}"));
                format.set_span(span);
                quote_spanned!(span=> __afp_out.formatted(::core::format_args!(#format, #local)))
            }
            Kind::Text { spec: None, .. } => quote_spanned! {span=>
                #private::field(#local).__afp_text(<_ as ::core::fmt::Display>::fmt, __afp_out)
            },
            Kind::Value => quote_spanned! {span=>
                #private::field(#local).__afp_value(<_ as #private::Serialize>::serialize, __afp_out)
            },
        }
    }
}
