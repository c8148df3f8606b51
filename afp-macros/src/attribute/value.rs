//! The kinds of values.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Expr, Lit, LitBool, LitInt, LitStr, Path, Token, parenthesized};

use super::keys::complain;
use super::{Current, Json, json};

const ALLOWS: [&str; 2] = ["static_expected", "unexplained_suggestion"];

pub(super) fn string(key: &Ident, input: ParseStream<'_>) -> syn::Result<LitStr> {
    match literal(key, input, "a string literal")? {
        Lit::Str(text) if text.suffix().is_empty() => Ok(text),
        other => Err(complain(key, Some(other.span()), "a string literal")),
    }
}

pub(super) fn integer(key: &Ident, input: ParseStream<'_>) -> syn::Result<LitInt> {
    match literal(key, input, "a whole number")? {
        Lit::Int(number) if number.suffix().is_empty() => Ok(number),
        other => Err(complain(key, Some(other.span()), "a whole number")),
    }
}

pub(super) fn boolean(key: &Ident, input: ParseStream<'_>) -> syn::Result<LitBool> {
    match literal(key, input, "`true` or `false`")? {
        Lit::Bool(value) => Ok(value),
        other => Err(complain(key, Some(other.span()), "`true` or `false`")),
    }
}

/// The user's own word, to be looked up by rustc.
pub(super) fn word(key: &Ident, input: ParseStream<'_>) -> syn::Result<Ident> {
    let (tokens, place) = tokens(key, input, "one word")?;
    syn::parse2(tokens).map_err(|_| complain(key, Some(place), "one word"))
}

pub(super) fn path(key: &Ident, input: ParseStream<'_>) -> syn::Result<Path> {
    let (tokens, place) = tokens(key, input, "an absolute path")?;
    syn::parse::Parser::parse2(Path::parse_mod_style, tokens)
        .map_err(|_| complain(key, Some(place), "an absolute path"))
}

pub(super) fn json(key: &Ident, input: ParseStream<'_>) -> syn::Result<Json> {
    let (tokens, place) = tokens(key, input, json::WHOLE)?;
    let value = syn::parse2::<Json>(tokens)?;
    match value {
        Json::Object(..) | Json::Text(..) => Ok(value),
        _ => Err(complain(key, Some(place), json::WHOLE)),
    }
}

pub(super) fn expression(key: &Ident, input: ParseStream<'_>) -> syn::Result<Expr> {
    input
        .parse::<Token![=]>()
        .map_err(|_| complain(key, None, "an expression"))?;
    input.parse()
}

/// `current`, `current = "wireName"`, `current(text)`, `current(text) = "wireName"`.
pub(super) fn current(key: &Ident, input: ParseStream<'_>) -> syn::Result<Current> {
    let is_text = input.peek(syn::token::Paren);
    if is_text {
        let inside;
        parenthesized!(inside in input);
        let word = inside.parse::<Ident>();
        if !(word.is_ok_and(|word| word == "text") && inside.is_empty()) {
            let message = "expected `current`, `current = \"wireName\"` or `current(text)`";
            return Err(syn::Error::new(inside.span(), message));
        }
    }
    let name = if input.peek(Token![=]) {
        Some(string(key, input)?)
    } else {
        None
    };
    Ok(Current {
        key: key.span(),
        name,
        is_text,
    })
}

pub(super) fn allows(key: &Ident, input: ParseStream<'_>) -> syn::Result<Vec<Ident>> {
    let expected = "expected `allow(static_expected)` or `allow(unexplained_suggestion)`";
    if !input.peek(syn::token::Paren) {
        return Err(syn::Error::new(key.span(), expected));
    }
    let inside;
    parenthesized!(inside in input);
    let words = Punctuated::<Ident, Token![,]>::parse_terminated_with(&inside, Ident::parse_any)
        .map_err(|error| syn::Error::new(error.span(), expected))?;
    match words
        .iter()
        .find(|word| !ALLOWS.iter().any(|allow| word == allow))
    {
        Some(unknown) => Err(syn::Error::new(unknown.span(), expected)),
        None if words.is_empty() => Err(syn::Error::new(key.span(), expected)),
        None => Ok(words.into_iter().collect()),
    }
}

fn literal(key: &Ident, input: ParseStream<'_>, what: &str) -> syn::Result<Lit> {
    let (tokens, place) = tokens(key, input, what)?;
    syn::parse2(tokens).map_err(|_| complain(key, Some(place), what))
}

/// Everything up to the next comma, freed of invisible groups, and where it begins.
fn tokens(key: &Ident, input: ParseStream<'_>, what: &str) -> syn::Result<(TokenStream, Span)> {
    let equals = input
        .parse::<Token![=]>()
        .map_err(|_| complain(key, None, what))?;
    let mut tokens = Vec::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        tokens.push(input.parse::<TokenTree>()?);
    }
    let tokens = peeled(tokens.into_iter().collect());
    match tokens.clone().into_iter().next() {
        Some(first) => Ok((tokens, first.span())),
        None => Err(complain(key, Some(equals.span), what)),
    }
}

/// `macro_rules!` wraps what it passes on in groups that nobody wrote.
fn peeled(tokens: TokenStream) -> TokenStream {
    let mut trees = tokens.clone().into_iter();
    match (trees.next(), trees.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::None => {
            peeled(group.stream())
        }
        _ => tokens,
    }
}
