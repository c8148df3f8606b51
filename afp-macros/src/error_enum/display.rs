use proc_macro2::{Punct, Span, TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Ident, LitStr, Meta, Token};

use crate::names::spelled;
use crate::template::{self, Piece};

/// What thiserror's `#[error("…", …)]` shows of the fields.
#[derive(Default)]
pub(crate) struct Display {
    /// Names of fields, or what could be one, and where they stand.
    pub(crate) shown: Vec<(String, Span)>,
}

impl Display {
    pub(crate) fn read(attributes: &[Attribute]) -> Self {
        let lists = attributes
            .iter()
            .filter_map(|attribute| match &attribute.meta {
                Meta::List(list) if list.path.is_ident("error") => Some(list.tokens.clone()),
                _ => None,
            });
        let mut display = Self::default();
        for tokens in lists {
            // What is no format string is thiserror's to refuse.
            drop((|input: ParseStream<'_>| display.list(input)).parse2(tokens));
        }
        display
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
        for piece in template::parse(&format.value()).0 {
            match piece {
                Piece::Hole(hole) if !given.contains(&hole.field) => {
                    self.shown.push((hole.field, format.span()));
                }
                Piece::Hole(_) | Piece::Text(_) => {}
            }
        }
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
                TokenTree::Ident(_) | TokenTree::Literal(_) | TokenTree::Punct(_) => {}
            }
            before = match &tree {
                TokenTree::Punct(punct) => Some(Punct::as_char(punct)),
                _ => None,
            };
        }
    }
}

fn calls(next: Option<&TokenTree>) -> bool {
    match next {
        Some(TokenTree::Group(group)) => group.delimiter() == proc_macro2::Delimiter::Parenthesis,
        Some(TokenTree::Punct(punct)) => matches!(punct.as_char(), '!' | ':'),
        _ => false,
    }
}
