//! The list inside `#[afp(…)]`: which keys stand where, and how each is written.

mod known;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Attribute, MacroDelimiter, Meta, MetaList, Token};

pub(super) use self::known::Place;
use self::known::{find, near, usage};
use crate::problems::Problems;

/// What `read` found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Nothing,
    Keys,
    /// Something that is no list of keys.
    Unreadable,
}

/// Takes the value of a key.
type Take<'a> = dyn FnMut(&Ident, ParseStream<'_>) -> syn::Result<()> + 'a;

/// Calls `take` for every key of every `#[afp(…)]`, and goes on behind mistakes.
pub(super) fn read(
    attributes: &[Attribute],
    place: Place,
    problems: &mut Problems,
    mut take: impl FnMut(&Ident, ParseStream<'_>) -> syn::Result<()>,
) -> Found {
    let mut found = Found::Nothing;
    let mut reader = Reader {
        place,
        problems,
        seen: Vec::new(),
        take: &mut take,
    };
    for attribute in attributes.iter().filter(|a| a.path().is_ident("afp")) {
        match list(attribute) {
            Ok(list) => {
                reader.pairs(&list.tokens);
                if found == Found::Nothing {
                    found = Found::Keys;
                }
            }
            Err(error) => {
                reader.problems.add(error);
                found = Found::Unreadable;
            }
        }
    }
    found
}

fn list(attribute: &Attribute) -> syn::Result<&MetaList> {
    let (span, message) = match &attribute.meta {
        Meta::List(list) => match list.delimiter {
            MacroDelimiter::Paren(_) if !list.tokens.is_empty() => return Ok(list),
            MacroDelimiter::Paren(_) => (list.path.span(), "expected `#[afp(key = value, ...)]`"),
            _ => (
                list.delimiter.span().open(),
                "expected parentheses: `#[afp(...)]`",
            ),
        },
        Meta::Path(path) => (path.span(), "expected `#[afp(key = value, ...)]`"),
        Meta::NameValue(pair) => (pair.path.span(), "expected `#[afp(key = value, ...)]`"),
    };
    Err(syn::Error::new(span, message))
}

struct Reader<'a> {
    place: Place,
    problems: &'a mut Problems,
    seen: Vec<Ident>,
    take: &'a mut Take<'a>,
}

impl Reader<'_> {
    fn pairs(&mut self, tokens: &TokenStream) {
        let pairs = |input: ParseStream<'_>| {
            while !input.is_empty() {
                self.pair(input);
                input.parse::<Option<Token![,]>>()?;
            }
            Ok(())
        };
        if let Err(error) = pairs.parse2(tokens.clone()) {
            self.problems.add(error);
        }
    }

    /// Reads up to the next comma, whatever stands there.
    fn pair(&mut self, input: ParseStream<'_>) {
        let read = self.key(input).and_then(|key| (self.take)(&key, input));
        let is_sound = read.is_ok();
        if let Err(error) = read {
            self.problems.add(error);
        }
        if is_sound && !input.is_empty() && !input.peek(Token![,]) {
            self.problems.at(input.span(), "expected `,`");
        }
        while !input.is_empty() && !input.peek(Token![,]) && !begins_pair(input) {
            if input.parse::<TokenTree>().is_err() {
                break;
            }
        }
    }

    fn key(&mut self, input: ParseStream<'_>) -> syn::Result<Ident> {
        let place = self.place;
        let Ok(key) = input.call(Ident::parse_any) else {
            let message = format!(
                "expected a key; on {} it is one of {}",
                place.name(),
                place.keys()
            );
            return Err(syn::Error::new(input.span(), message));
        };
        match find(&key) {
            Some(known) if known.place == place => {}
            Some(known) => {
                let message = format!(
                    "`{key}` belongs on {}, like `#[afp({})]`; {} takes {}",
                    known.place.name(),
                    known.usage,
                    place.name(),
                    place.keys()
                );
                return Err(syn::Error::new(key.span(), message));
            }
            None => return Err(self.unknown(&key)),
        }
        self.once(&key);
        Ok(key)
    }

    fn unknown(&mut self, key: &Ident) -> syn::Error {
        let keys = self.place.keys();
        let message = match near(key, self.place) {
            Some(known) => {
                self.spoil(&Ident::new(known, key.span()));
                format!("unknown key `{key}`; did you mean `{known}`? Expected one of {keys}")
            }
            None => format!("unknown key `{key}`; expected one of {keys}"),
        };
        syn::Error::new(key.span(), message)
    }

    /// A misspelt key is not also missing: its value counts as given, and refused.
    fn spoil(&mut self, key: &Ident) {
        if self.place != Place::Variant {
            return;
        }
        let take = &mut *self.take;
        let refused = (|input: ParseStream<'_>| take(key, input)).parse2(TokenStream::new());
        drop(refused);
    }

    fn once(&mut self, key: &Ident) {
        match self.seen.iter().find(|first| *first == key) {
            Some(first) => {
                let message = format!("`{key}` is given twice; leave one");
                self.problems.at(key.span(), message);
                self.problems
                    .at(first.span(), format!("`{key}` is first given here"));
            }
            None => self.seen.push(key.clone()),
        }
    }
}

/// Whether `key = …` comes next.
pub(super) fn begins_pair(input: ParseStream<'_>) -> bool {
    input.peek(Ident::peek_any) && input.peek2(Token![=])
}

/// A complaint about what stands behind `key`, or about the key when nothing does.
pub(super) fn complain(key: &Ident, given: Option<TokenStream>, what: &str) -> syn::Error {
    let message = format!("expected {what}, like `{}`", usage(key));
    syn::Error::new_spanned(given.unwrap_or_else(|| key.to_token_stream()), message)
}
