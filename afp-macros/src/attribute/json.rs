//! A JSON value in Rust tokens.

use proc_macro2::Span;
use syn::parse::{Parse, ParseStream};
use syn::{Ident, LitFloat, LitInt, LitStr, Token, braced, bracketed, token};

/// A suggestion, or a part of it.
pub(crate) enum Json {
    Text(LitStr),
    /// A number, in JSON's spelling.
    Number(String, Span),
    /// `true`, `false` or `null`.
    Word(&'static str, Span),
    List(Vec<Json>, Span),
    Object(Vec<(LitStr, Json)>, Span),
}

/// What a suggestion as a whole may be.
pub(super) const WHOLE: &str = "an object or one placeholder";

const VALUE: &str = "expected a JSON value: a string, a number, `true`, `false`, `null`, `{ \"key\": value }` or `[value]`";

impl Json {
    /// Where it begins.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Text(text) => text.span(),
            Self::Number(_, span)
            | Self::Word(_, span)
            | Self::List(_, span)
            | Self::Object(_, span) => *span,
        }
    }
}

/// How deep lists and objects nest, as in what `serde_json` reads.
const DEEPEST: usize = 128;

impl Parse for Json {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Self::within(DEEPEST, input)
    }
}

impl Json {
    /// Reads a value of at most `depth` lists and objects in one another.
    fn within(depth: usize, input: ParseStream<'_>) -> syn::Result<Self> {
        let span = input.span();
        let nests = input.peek(token::Brace) || input.peek(token::Bracket);
        let inner = depth.checked_sub(usize::from(nests)).ok_or_else(|| {
            let message = format!("a suggestion nests {DEEPEST} lists and objects at most");
            syn::Error::new(span, message)
        })?;
        if input.peek(token::Brace) {
            object(inner, input)
        } else if input.peek(token::Bracket) {
            list(inner, input).map(|values| Self::List(values, span))
        } else if input.peek(LitStr) {
            string(input).map(Self::Text)
        } else if input.peek(Token![-]) || input.peek(LitInt) || input.peek(LitFloat) {
            number(input).map(|text| Self::Number(text, span))
        } else {
            word(input).map(|word| Self::Word(word, span))
        }
    }
}

fn string(input: ParseStream<'_>) -> syn::Result<LitStr> {
    let text: LitStr = input.parse()?;
    if text.suffix().is_empty() {
        return Ok(text);
    }
    Err(syn::Error::new(text.span(), "a string here has no suffix"))
}

fn list(depth: usize, input: ParseStream<'_>) -> syn::Result<Vec<Json>> {
    let inside;
    bracketed!(inside in input);
    let mut values = Vec::new();
    while !inside.is_empty() {
        values.push(Json::within(depth, &inside)?);
        if !inside.is_empty() {
            inside.parse::<Token![,]>()?;
        }
    }
    Ok(values)
}

fn object(depth: usize, input: ParseStream<'_>) -> syn::Result<Json> {
    let inside;
    let brace = braced!(inside in input);
    let mut members = Vec::new();
    while !inside.is_empty() {
        if !inside.peek(LitStr) {
            let message = "expected a key in quotes, like `\"maxPrice\": \"{ceiling}\"`";
            return Err(syn::Error::new(inside.span(), message));
        }
        let key = string(&inside)?;
        inside
            .parse::<Token![:]>()
            .map_err(|error| syn::Error::new(error.span(), "expected `:` and a value"))?;
        if inside.is_empty() {
            return Err(syn::Error::new(inside.span(), VALUE));
        }
        members.push((key, Json::within(depth, &inside)?));
        if !inside.is_empty() {
            inside
                .parse::<Token![,]>()
                .map_err(|error| syn::Error::new(error.span(), "expected `,` between members"))?;
        }
    }
    Ok(Json::Object(members, brace.span.open()))
}

fn number(input: ParseStream<'_>) -> syn::Result<String> {
    let minus = if input.parse::<Option<Token![-]>>()?.is_some() {
        "-"
    } else {
        ""
    };
    let span = input.span();
    let (digits, suffix) = if input.peek(LitFloat) {
        let float: LitFloat = input.parse()?;
        (float.base10_digits().to_owned(), float.suffix().to_owned())
    } else {
        let integer: LitInt = input
            .parse()
            .map_err(|_| syn::Error::new(span, "expected a number"))?;
        (
            integer.base10_digits().to_owned(),
            integer.suffix().to_owned(),
        )
    };
    if !suffix.is_empty() {
        return Err(syn::Error::new(span, "a number here has no suffix"));
    }
    if !digits.parse::<f64>().is_ok_and(f64::is_finite) {
        return Err(syn::Error::new(span, "this number is out of range"));
    }
    // Rust writes `1.` and `01.5`, JSON does not.
    let digits = digits.strip_suffix('.').unwrap_or(&digits);
    let digits = match digits.trim_start_matches('0') {
        rest if rest.starts_with(|first: char| first.is_ascii_digit()) => rest.to_owned(),
        rest => format!("0{rest}"),
    };
    Ok(format!("{minus}{digits}"))
}

fn word(input: ParseStream<'_>) -> syn::Result<&'static str> {
    let span = input.span();
    let boolean = input.parse::<Option<syn::LitBool>>()?;
    if let Some(boolean) = boolean {
        return Ok(if boolean.value { "true" } else { "false" });
    }
    match input.parse::<Ident>() {
        Ok(word) if word == "null" => Ok("null"),
        _ => Err(syn::Error::new(span, VALUE)),
    }
}

#[cfg(test)]
mod tests {
    use super::Json;

    #[test]
    fn numbers_are_spelled_as_json_has_them() {
        for (rust, json) in [
            ("0", "0"),
            ("007", "7"),
            ("-0x1F", "-31"),
            ("1_000", "1000"),
            ("1.", "1"),
            ("01.50", "1.50"),
            ("0.5", "0.5"),
            ("1e5", "1e5"),
            ("-0.0e-3", "-0.0e-3"),
            ("18446744073709551616", "18446744073709551616"),
        ] {
            let Json::Number(spelled, _) = syn::parse_str(rust).unwrap() else {
                panic!("{rust}");
            };
            assert_eq!(spelled, json);
        }
        assert!(syn::parse_str::<Json>("1e999").is_err());
        assert!(syn::parse_str::<Json>("1f32").is_err());
    }

    #[test]
    fn values_nest_128_deep_and_no_deeper() {
        let lists = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let objects = |depth| format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth));
        for nested in [lists, objects] as [fn(usize) -> String; 2] {
            assert!(syn::parse_str::<Json>(&nested(128)).is_ok());
            let refused = syn::parse_str::<Json>(&nested(129)).err().unwrap();
            assert!(refused.to_string().contains("128"), "{refused}");
        }
    }
}
