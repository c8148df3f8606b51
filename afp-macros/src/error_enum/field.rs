use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, GenericParam, Generics, Index, Member, Type};

use crate::attribute::{Current, FieldAttribute};
use crate::names;
use crate::problems::Problems;

/// A field of a variant.
pub(crate) struct Field<'a> {
    pub(crate) position: usize,
    pub(crate) member: Member,
    /// The name that templates use: the identifier, or the position.
    pub(crate) name: String,
    pub(crate) ty: &'a Type,
    pub(crate) current: Option<Current>,
    pub(crate) secret: Option<Span>,
    pub(crate) example: Option<Expr>,
    /// The cause of the error, by thiserror's rules, or its backtrace.
    pub(crate) is_source: bool,
}

impl<'a> Field<'a> {
    pub(crate) fn read(position: usize, field: &'a syn::Field, problems: &mut Problems) -> Self {
        let attribute = FieldAttribute::read(&field.attrs, problems);
        let member = match &field.ident {
            Some(ident) => Member::Named(ident.clone()),
            None => Member::Unnamed(Index::from(position)),
        };
        let name = match &field.ident {
            Some(ident) => names::spelled(ident),
            None => position.to_string(),
        };
        let marked = field.attrs.iter().any(|attribute| {
            ["source", "from", "backtrace"]
                .iter()
                .any(|mark| attribute.path().is_ident(mark))
        });
        Self {
            position,
            member,
            is_source: marked || name == "source" || last_word(&field.ty, "Backtrace"),
            name,
            ty: &field.ty,
            current: attribute.current,
            secret: attribute.secret,
            example: attribute.example,
        }
    }

    /// Whether the type is an `Option`, by its last word.
    pub(crate) fn is_option(&self) -> bool {
        last_word(self.ty, "Option")
    }

    /// Whether the type is a string, an integer or `bool`, by its last word. (thiserror shows paths
    /// by another way than their `Display`, which they have not.)
    pub(crate) fn is_plain(&self) -> bool {
        const PLAIN: [&str; 13] = [
            "String", "str", "bool", "u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64",
            "isize",
        ];
        let ty = match self.ty {
            Type::Reference(reference) => &reference.elem,
            ty => ty,
        };
        PLAIN.iter().any(|word| last_word(ty, word))
    }

    /// The name under which it is echoed.
    pub(crate) fn current_name(&self) -> Option<String> {
        let current = self.current.as_ref()?;
        Some(match &current.name {
            Some(name) => name.value(),
            None => self.name.clone(),
        })
    }

    /// Whether the type means the same in an item that has not the generics of the enum.
    pub(crate) fn can_leave_the_impl(&self, generics: &Generics) -> bool {
        let own = Ident::new("Self", Span::call_site());
        let words: Vec<&Ident> = generics
            .params
            .iter()
            .map(|parameter| match parameter {
                GenericParam::Lifetime(parameter) => &parameter.lifetime.ident,
                GenericParam::Type(parameter) => &parameter.ident,
                GenericParam::Const(parameter) => &parameter.ident,
            })
            .chain([&own])
            .collect();
        !self.mentions(&words)
    }

    /// Whether the type mentions one of `words`, at any depth.
    pub(crate) fn mentions(&self, words: &[&Ident]) -> bool {
        mentions(self.ty.to_token_stream(), words)
    }

    /// Whether the type is a trait object, or holds one.
    pub(crate) fn is_trait_object(&self) -> bool {
        mentions(
            self.ty.to_token_stream(),
            &[&Ident::new("dyn", Span::call_site())],
        )
    }

    /// Whether the type mentions `ident` or `Self`, not as a part of a longer path.
    pub(crate) fn holds(&self, ident: &Ident) -> bool {
        holds(self.ty.to_token_stream(), ident)
    }
}

fn holds(tokens: TokenStream, ident: &Ident) -> bool {
    let mut in_path = false;
    tokens.into_iter().any(|tree| {
        let found = match &tree {
            TokenTree::Ident(word) => word == "Self" || word == ident && !in_path,
            TokenTree::Group(group) => holds(group.stream(), ident),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        };
        in_path = matches!(&tree, TokenTree::Punct(punct) if punct.as_char() == ':');
        found
    })
}

fn mentions(tokens: TokenStream, words: &[&Ident]) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => words.iter().any(|word| **word == ident),
        TokenTree::Group(group) => mentions(group.stream(), words),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

fn last_word(ty: &Type, word: &str) -> bool {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|segment| segment.ident == word),
        Type::Group(group) => last_word(&group.elem, word),
        Type::Paren(paren) => last_word(&paren.elem, word),
        _ => false,
    }
}
