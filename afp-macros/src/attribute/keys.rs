//! The list inside `#[afp(…)]`: which keys stand where, and how each is written.

use proc_macro2::{Ident, Span, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Attribute, MacroDelimiter, Meta, Token};

use crate::problems::Problems;

/// Where an attribute stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Enum,
    Variant,
    Field,
}

/// Key, where it belongs, and how it is written.
const KEYS: &[(&str, Place, &str)] = &[
    (
        "docs_base",
        Place::Enum,
        r#"docs_base = "https://api.example.com/errors""#,
    ),
    ("crate", Place::Enum, "crate = ::afp_runtime"),
    ("code", Place::Variant, r#"code = "ORDER_NOT_FOUND""#),
    ("status", Place::Variant, "status = 404"),
    ("action", Place::Variant, "action = NoActionPossible"),
    ("retryable", Place::Variant, "retryable = true"),
    (
        "expected",
        Place::Variant,
        r#"expected = "order {id} exists""#,
    ),
    (
        "suggestion",
        Place::Variant,
        r#"suggestion = { "maxPrice": "{ceiling}" }"#,
    ),
    ("apply_to", Place::Variant, "apply_to = Query"),
    ("details", Place::Variant, r#"details = "{field}""#),
    (
        "docs_url",
        Place::Variant,
        r#"docs_url = "https://api.example.com/errors/PRICE_DRIFTED""#,
    ),
    ("transparent", Place::Variant, "transparent"),
    ("allow", Place::Variant, "allow(static_expected)"),
    ("current", Place::Field, r#"current = "wireName""#),
    ("secret", Place::Field, "secret"),
    ("example", Place::Field, "example = 7"),
];

impl Place {
    fn name(self) -> &'static str {
        match self {
            Self::Enum => "the enum",
            Self::Variant => "a variant",
            Self::Field => "a field",
        }
    }

    fn keys(self) -> String {
        let keys: Vec<String> = KEYS
            .iter()
            .filter(|(_, place, _)| *place == self)
            .map(|(key, ..)| format!("`{key}`"))
            .collect();
        keys.join(", ")
    }
}

/// How `key` is written.
pub(super) fn usage(key: &Ident) -> &'static str {
    KEYS.iter()
        .find(|(known, ..)| key == known)
        .map_or("key = value", |(_, _, usage)| usage)
}

/// Calls `take` for every key of every `#[afp(…)]`, goes on behind mistakes, and says whether
/// there was an attribute at all.
pub(super) fn read(
    attributes: &[Attribute],
    place: Place,
    problems: &mut Problems,
    mut take: impl FnMut(&Ident, ParseStream<'_>) -> syn::Result<()>,
) -> bool {
    let mut seen: Vec<Ident> = Vec::new();
    let mut is_there = false;
    for attribute in attributes.iter().filter(|a| a.path().is_ident("afp")) {
        is_there = true;
        let Some(list) = list(attribute, problems) else {
            continue;
        };
        let pairs = |input: ParseStream<'_>| {
            while !input.is_empty() {
                pair(input, place, problems, &mut seen, &mut take);
            }
            Ok(())
        };
        // Every mistake is caught pair by pair; the list as a whole has none left.
        let _: syn::Result<()> = pairs.parse2(list.tokens.clone());
    }
    is_there
}

fn list<'a>(attribute: &'a Attribute, problems: &mut Problems) -> Option<&'a syn::MetaList> {
    match &attribute.meta {
        Meta::List(list) if matches!(list.delimiter, MacroDelimiter::Paren(_)) => {
            if list.tokens.is_empty() {
                problems.at(list.path.span(), "expected `#[afp(key = value, ...)]`");
            }
            Some(list)
        }
        Meta::List(list) => {
            problems.at(
                list.delimiter.span().open(),
                "expected parentheses: `#[afp(...)]`",
            );
            None
        }
        Meta::Path(path) => {
            problems.at(path.span(), "expected `#[afp(key = value, ...)]`");
            None
        }
        Meta::NameValue(pair) => {
            problems.at(pair.path.span(), "expected `#[afp(key = value, ...)]`");
            None
        }
    }
}

/// Reads up to the next comma, whatever stands there.
fn pair(
    input: ParseStream<'_>,
    place: Place,
    problems: &mut Problems,
    seen: &mut Vec<Ident>,
    take: &mut impl FnMut(&Ident, ParseStream<'_>) -> syn::Result<()>,
) {
    if let Err(error) = key(input, place, problems, seen).and_then(|key| take(&key, input)) {
        problems.add(error);
        skip_to_comma(input);
    } else if !input.is_empty() && !input.peek(Token![,]) {
        problems.at(input.span(), "expected `,`");
        skip_to_comma(input);
    }
    // At the end, or at the comma.
    let _: syn::Result<Token![,]> = input.parse();
}

fn key(
    input: ParseStream<'_>,
    place: Place,
    problems: &mut Problems,
    seen: &mut Vec<Ident>,
) -> syn::Result<Ident> {
    let Ok(key) = input.call(Ident::parse_any) else {
        let message = format!(
            "expected a key; on {} it is one of {}",
            place.name(),
            place.keys()
        );
        return Err(syn::Error::new(input.span(), message));
    };
    match KEYS.iter().find(|(known, ..)| key == known) {
        Some((_, known_place, _)) if *known_place == place => {}
        Some((_, elsewhere, usage)) => {
            let message = format!(
                "`{key}` belongs on {}: `#[afp({usage})]`; {} takes {}",
                elsewhere.name(),
                place.name(),
                place.keys()
            );
            return Err(syn::Error::new(key.span(), message));
        }
        None => {
            let message = format!("unknown key `{key}`; expected one of {}", place.keys());
            return Err(syn::Error::new(key.span(), message));
        }
    }
    if let Some(first) = seen.iter().find(|first| **first == key) {
        problems.at(key.span(), format!("`{key}` is given twice; leave one"));
        problems.at(first.span(), format!("`{key}` is first given here"));
    } else {
        seen.push(key.clone());
    }
    Ok(key)
}

fn skip_to_comma(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) {
        let _: syn::Result<TokenTree> = input.parse();
    }
}

/// A complaint about what stands behind `key`, or about the key when nothing does.
pub(super) fn complain(key: &Ident, place: Option<Span>, what: &str) -> syn::Error {
    let message = format!("expected {what}, like `{}`", usage(key));
    syn::Error::new(place.unwrap_or_else(|| key.span()), message)
}
