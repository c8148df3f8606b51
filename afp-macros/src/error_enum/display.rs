use proc_macro2::{Literal, Punct, Span, TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned as _;
use syn::{Attribute, Ident, LitStr, Meta, Token};

use super::Template;
use crate::names::spelled;

/// What thiserror's `#[error("…", …)]` shows of the fields.
#[derive(Default)]
pub(crate) struct Display {
    /// Names of fields, or what could be one, and where they stand.
    pub(crate) shown: Vec<(String, Span)>,
    /// Where it shows what can't be read here: `transparent`, `fmt = …`, the whole `self`.
    pub(crate) opaque: Option<Span>,
    /// The variant's own message, when it is one literal without arguments.
    pub(crate) message: Option<Template>,
    pub(crate) is_transparent: bool,
}

impl Display {
    /// The variant's own attributes, or without a message in there, the enum's.
    pub(crate) fn read(own: &[Attribute], of_the_enum: &[Attribute]) -> Self {
        let mut lists = messages(own).peekable();
        let mut display = Self {
            message: sole_literal(own),
            is_transparent: messages(own).any(|tokens| tokens.to_string() == "transparent"),
            ..Self::default()
        };
        if lists.peek().is_some() {
            lists.for_each(|tokens| display.message(tokens));
        } else {
            messages(of_the_enum).for_each(|tokens| display.message(tokens));
        }
        display
    }

    fn message(&mut self, tokens: TokenStream) {
        let span = tokens.span();
        let read = (|input: ParseStream<'_>| self.list(input)).parse2(tokens);
        if read.is_err() {
            self.opaque = Some(span);
        }
        if let Some((_, span)) = self.shown.iter().find(|(name, _)| name == "self") {
            self.opaque = Some(*span);
        }
    }

    fn list(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        let format: LitStr = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        let mut given = Vec::new();
        let mut positional = 0;
        while !input.is_empty() {
            if input.peek(Ident) && input.peek2(Token![=]) && !input.peek2(Token![==]) {
                given.push(spelled(&input.parse()?));
                input.parse::<Token![=]>()?;
            } else {
                given.push(positional.to_string());
                positional += 1;
            }
            self.argument(input)?;
        }
        let shown = arguments_of(&format.value())
            .into_iter()
            .filter(|name| !name.is_empty() && !given.contains(name))
            .map(|name| (name, format.span()));
        self.shown.extend(shown);
        Ok(())
    }

    fn argument(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        let mut tokens = TokenStream::new();
        while !input.is_empty() && !input.peek(Token![,]) {
            tokens.extend([input.parse::<TokenTree>()?]);
        }
        input.parse::<Option<Token![,]>>()?;
        self.expression(tokens);
        Ok(())
    }

    /// A text among the arguments may be a format string of its own.
    fn text(&mut self, literal: &Literal) {
        let Ok(text) = syn::parse_str::<LitStr>(&literal.to_string()) else {
            return;
        };
        let names = arguments_of(&text.value()).into_iter();
        let names = names.filter(|name| !name.is_empty());
        self.shown.extend(names.map(|name| (name, literal.span())));
    }

    /// `.field`, `.0` and bare names; not the names of functions, macros and modules.
    fn expression(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        let mut before = None;
        while let Some(tree) = tokens.next() {
            match &tree {
                TokenTree::Group(group) => self.expression(group.stream()),
                TokenTree::Ident(ident) if !calls(tokens.peek()) => {
                    self.shown.push((spelled(ident), ident.span()));
                }
                TokenTree::Literal(literal) if before == Some('.') => {
                    // `.0.1` is the float `0.1` to the lexer.
                    let digits = literal.to_string();
                    let first = digits.split('.').next().unwrap_or_default();
                    self.shown.push((first.to_owned(), literal.span()));
                }
                TokenTree::Literal(literal) => self.text(literal),
                TokenTree::Ident(_) | TokenTree::Punct(_) => {}
            }
            before = match &tree {
                TokenTree::Punct(punct) => Some(Punct::as_char(punct)),
                _ => None,
            };
        }
    }
}

/// The literal, where there is no other message and nothing beside it.
fn sole_literal(attributes: &[Attribute]) -> Option<Template> {
    let mut lists = messages(attributes);
    let tokens = lists.next().filter(|_| lists.next().is_none())?;
    syn::parse2(tokens).ok().map(Template::read)
}

/// What stands in `#[error(…)]`.
fn messages(attributes: &[Attribute]) -> impl Iterator<Item = TokenStream> {
    attributes
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::List(list) if list.path.is_ident("error") => Some(list.tokens.clone()),
            _ => None,
        })
}

/// The names and positions in a format string, widths and precisions included. What is not well
/// formed is thiserror's to refuse.
fn arguments_of(format: &str) -> Vec<String> {
    let format = format.replace("{{", "");
    let holes = format.split('{').skip(1);
    holes
        .filter_map(|hole| hole.split_once('}'))
        .flat_map(|(inside, _)| {
            let (name, spec) = inside.split_once(':').unwrap_or((inside, ""));
            let counts = spec.split_inclusive('$').filter_map(|piece| {
                let name = piece.strip_suffix('$')?;
                let start = name.rfind(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
                Some(&name[start.map_or(0, |at| at + 1)..])
            });
            std::iter::once(name.trim()).chain(counts)
        })
        .map(|name| name.trim_start_matches("r#").to_owned())
        .collect()
}

fn calls(next: Option<&TokenTree>) -> bool {
    match next {
        Some(TokenTree::Group(group)) => group.delimiter() == proc_macro2::Delimiter::Parenthesis,
        Some(TokenTree::Punct(punct)) => matches!(punct.as_char(), '!' | ':'),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::{Display, arguments_of};

    #[test]
    fn names_of_a_format_string_are_found_with_any_spec() {
        assert_eq!(
            arguments_of("{a} {b:?} {{c}} {{{d}}} {0:>8} {r#type}"),
            ["a", "b", "d", "0", "type"]
        );
        assert_eq!(
            arguments_of("{a:>width$.prec$} {b:1$} {c"),
            ["a", "width", "prec", "b", "1"]
        );
    }

    #[test]
    fn fields_are_found_in_arguments_and_other_words_are_not() {
        let shown = |attribute| -> Vec<String> {
            let display = Display::read(&[attribute], &[]);
            display.shown.into_iter().map(|(name, _)| name).collect()
        };
        let attribute = parse_quote!(#[error("{x} {}", f(.a.0, b), x = g!(c) + path::to::d(1))]);
        assert_eq!(shown(attribute), ["a", "0", "b", "c"]);
        assert_eq!(shown(parse_quote!(#[error("{0}", "given")])), [""; 0]);
        assert_eq!(shown(parse_quote!(#[error(transparent)])), [""; 0]);
        assert_eq!(shown(parse_quote!(#[other("{a}")])), [""; 0]);
    }
}
