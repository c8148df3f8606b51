//! The kinds of values.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, Lit, LitBool, LitInt, LitStr, Path, Token, parenthesized};

use super::keys::{begins_pair, complain};
use super::{Current, Json, json};
use crate::vocabulary;

const ALLOWS: [&str; 2] = ["static_expected", "unexplained_suggestion"];

pub(super) fn string(key: &Ident, input: ParseStream<'_>) -> syn::Result<LitStr> {
    value(key, input, "a string literal", |literal| match literal {
        Lit::Str(text) if text.suffix().is_empty() => Some(text),
        _ => None,
    })
}

pub(super) fn integer(key: &Ident, input: ParseStream<'_>) -> syn::Result<LitInt> {
    value(key, input, "a whole number", |literal| match literal {
        Lit::Int(number) if number.suffix().is_empty() => Some(number),
        _ => None,
    })
}

pub(super) fn boolean(key: &Ident, input: ParseStream<'_>) -> syn::Result<LitBool> {
    value(key, input, "`true` or `false`", |literal| match literal {
        Lit::Bool(value) => Some(value),
        _ => None,
    })
}

/// The user's own word, to be looked up by rustc. Raw or not, it is one word.
pub(super) fn word(key: &Ident, input: ParseStream<'_>) -> syn::Result<Ident> {
    let what = "one word in camel case";
    let tokens = tokens(key, input, what)?;
    let word: Option<Ident> = syn::parse2(tokens.clone()).ok();
    let word = word
        .map(|word| word.unraw())
        .filter(|word| is_camel_case(&word.to_string()));
    word.ok_or_else(|| {
        let spelling: String = tokens.clone().into_iter().map(|t| t.to_string()).collect();
        match vocabulary::meant(&spelling) {
            Some(word) => {
                let message = format!("expected {what}; write `{key} = {word}`");
                syn::Error::new_spanned(tokens, message)
            }
            None => complain(key, Some(tokens), what),
        }
    })
}

/// What could name a variant; methods and constants of the same type are looked up alike.
fn is_camel_case(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase)
}

pub(super) fn path(key: &Ident, input: ParseStream<'_>) -> syn::Result<Path> {
    let what = "an absolute path";
    let tokens = tokens(key, input, what)?;
    let path = Path::parse_mod_style.parse2(tokens.clone());
    path.map_err(|_| complain(key, Some(tokens), what))
}

pub(super) fn json(key: &Ident, input: ParseStream<'_>) -> syn::Result<Json> {
    let tokens = tokens(key, input, json::WHOLE)?;
    let alone = |input: ParseStream<'_>| {
        let value: Json = input.parse()?;
        if input.is_empty() {
            return Ok(value);
        }
        Err(syn::Error::new(input.span(), "expected `,`"))
    };
    match alone.parse2(tokens.clone())? {
        Json::Text(text) if is_object(&text.value()) => {
            let message = format!(
                "a suggestion is an object in Rust tokens, not JSON in a string; write `suggestion = {}`",
                text.value().trim()
            );
            Err(syn::Error::new(text.span(), message))
        }
        value @ (Json::Object(..) | Json::Text(..)) => Ok(value),
        _ => Err(complain(key, Some(tokens), json::WHOLE)),
    }
}

/// Whether a text is meant as a JSON object; a placeholder has no quote behind its brace.
fn is_object(text: &str) -> bool {
    let inside = text.trim().strip_prefix('{');
    inside.is_some_and(|inside| inside.trim_start().starts_with('"'))
}

/// A key that stands alone.
pub(super) fn nothing(key: &Ident, input: ParseStream<'_>) -> syn::Result<()> {
    if input.is_empty() || input.peek(Token![,]) || !takes_value(input) {
        return Ok(());
    }
    let message = format!("`{key}` takes no value; write `#[afp({key})]`");
    Err(syn::Error::new(input.span(), message))
}

fn takes_value(input: ParseStream<'_>) -> bool {
    input.peek(Token![=]) || input.peek(syn::token::Paren)
}

pub(super) fn expression(key: &Ident, input: ParseStream<'_>) -> syn::Result<Expr> {
    let what = "an expression";
    let equals = input.parse::<Token![=]>();
    let equals = equals.map_err(|_| complain(key, None, what))?;
    if input.is_empty() || input.peek(Token![,]) {
        return Err(complain(key, Some(equals.to_token_stream()), what));
    }
    input.parse()
}

/// `current`, `current = "wireName"`, `current(text)`, `current(text) = "wireName"`; and
/// `current(flatten)`, for names that are known at run time alone, which only the runtime uses.
pub(super) fn current(key: &Ident, input: ParseStream<'_>) -> syn::Result<Current> {
    let (mut is_text, mut is_flat) = (false, false);
    if input.peek(syn::token::Paren) {
        let inside;
        parenthesized!(inside in input);
        let word = inside.parse::<Ident>();
        is_text = matches!(&word, Ok(word) if word == "text");
        is_flat = matches!(&word, Ok(word) if word == "flatten");
        if !(is_text || is_flat) || !inside.is_empty() {
            let message = "expected `current`, `current = \"wireName\"` or `current(text)`";
            return Err(syn::Error::new(inside.span(), message));
        }
    }
    let name = if input.peek(Token![=]) {
        Some(string(key, input)?)
    } else {
        None
    };
    if let Some(name) = name.as_ref().filter(|name| name.value().trim().is_empty()) {
        let message = "a name in `current` is not empty; `current` alone takes the field's own";
        return Err(syn::Error::new(name.span(), message));
    }
    Ok(Current {
        key: key.span(),
        name,
        is_text,
        is_flat,
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

/// One value of the right kind, and nothing behind it.
fn value<T: Parse, U>(
    key: &Ident,
    input: ParseStream<'_>,
    what: &str,
    is_right: impl FnOnce(T) -> Option<U>,
) -> syn::Result<U> {
    let tokens = tokens(key, input, what)?;
    let value = syn::parse2(tokens.clone()).ok().and_then(is_right);
    value.ok_or_else(|| complain(key, Some(tokens), what))
}

/// Everything up to the next comma, or to the next key where a comma was forgotten.
fn tokens(key: &Ident, input: ParseStream<'_>, what: &str) -> syn::Result<TokenStream> {
    let equals = input.parse::<Token![=]>();
    let equals = equals.map_err(|_| complain(key, None, what))?;
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) && (tokens.is_empty() || !begins_pair(input))
    {
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    if tokens.is_empty() {
        return Err(complain(key, Some(equals.to_token_stream()), what));
    }
    Ok(tokens)
}
