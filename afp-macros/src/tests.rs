//! The derive as a function from tokens to tokens.

use std::str::FromStr;

use proc_macro2::{TokenStream, TokenTree};
use proptest::prelude::{Just, Strategy, prop, prop_assert, prop_oneof, proptest};
use quote::quote;

use crate::derive;

fn tokens(source: &str) -> TokenStream {
    TokenStream::from_str(source).unwrap()
}

/// The expansion as rustfmt would print it.
fn expanded(source: &str) -> String {
    let file = syn::parse2(derive(tokens(source))).unwrap();
    prettyplease::unparse(&file)
}

macro_rules! snapshots {
    ($($name:ident: $source:literal;)*) => {$(
        #[test]
        fn $name() {
            // With the feature there are examples in it.
            let suffix = if cfg!(feature = "examples") { "with_examples" } else { "" };
            insta::with_settings!({ snapshot_suffix => suffix }, {
                insta::assert_snapshot!(expanded($source));
            });
        }
    )*};
}

snapshots! {
    expansion_of_an_enum_without_variants: "enum Never {}";
    expansion_of_a_unit_variant: r#"
        enum E {
            /// Title.
            ///
            /// More.
            #[afp(status = 503, action = WaitAndRetry, expected = "retry_after_s have passed", suggestion = { "retry_after_s": 2.5 })]
            Busy,
        }"#;
    expansion_of_named_fields: r#"
        #[afp(docs_base = "https://api.example.com/errors")]
        enum QuoteError {
            #[afp(status = 409, action = RetryWithSuggestion, retryable = true,
                expected = "maxPrice must be at least {ceiling}, \"{{}}\" {quote:>5}",
                suggestion = { "maxPrice": "{ceiling}" })]
            #[error("{max} is \"below\" {ceiling}")]
            PriceDrifted { #[afp(current = "maxPrice")] max: u64, quote: u64, ceiling: u64 },
        }"#;
    expansion_of_a_suggestion_that_can_fall_away: r#"
        enum E {
            #[afp(status = 409, action = FixInputFormat, retryable = true, expected = "{0} b e", apply_to = Query, details = "{1}",
                suggestion = { "{0}": "{1}", "b": { "c": "<{0}>", "d": "{1}" }, "e": [1, { "f": "{1}" }] })]
            A(String, Vec<u8>),
        }"#;
    expansion_of_variants_that_show_the_same: r#"
        enum E {
            #[afp(status = 404, action = NoActionPossible, expected = "{0} exists")]
            A(u8),
            #[afp(status = 404, action = NoActionPossible, expected = "{id} exists")]
            B { secret: u8, id: u8 },
            #[afp(status = 404, action = NoActionPossible, expected = "{0} and {1} exist")]
            C(u8, u16),
            #[afp(status = 404, action = NoActionPossible, expected = "{1} and {0} exist")]
            D(u8, u16),
            #[afp(status = 404, action = NoActionPossible, expected = "nothing")]
            F,
        }"#;
    expansion_with_parameters: r#"
        enum E<'a, T: Clone = u8, U, const N: usize = 1> where U: Copy {
            #[afp(status = 404, action = NoActionPossible, expected = "{0} and {1:?} and {2}")]
            A(&'a str, Vec<T>, [u8; N], U, #[afp(current)] T),
            #[afp(transparent)]
            B(Inner<U>),
        }"#;
    expansion_of_delegates_with_another_crate_name: r#"
        #[afp(crate = ::a_rose)]
        enum E {
            #[afp(transparent)]
            A(#[from] Inner),
            #[afp(transparent)]
            B { inner: Box<Other> },
        }"#;
    expansion_beside_a_mistake: r#"
        enum E<T> {
            #[afp(status = 200, action = NoActionPossible, expected = "{0}")]
            A(T),
        }"#;
}

const WHOLE: &str = r#"
    status = 409, action = RetryWithSuggestion, retryable = true, code = "A",
    expected = "maxPrice must be at least {0}", suggestion = { "maxPrice": ["{0}", -1.5, null] },
    apply_to = Query, details = "{1}", docs_url = "https://api.example.com/a",
    allow(static_expected, unexplained_suggestion)"#;

fn enum_with(attribute: &TokenStream) -> TokenStream {
    quote! { enum E { #[afp(#attribute)] A(#[afp(current(text) = "x")] u8, Vec<u8>) } }
}

fn has_impls(output: &TokenStream) -> bool {
    let output = output.to_string();
    output.contains("AgentError for E") && output.contains("AgentErrors for E")
}

#[test]
fn two_runs_are_equal() {
    let input = enum_with(&tokens(WHOLE));
    let output = derive(input.clone()).to_string();
    assert!(!output.contains("compile_error"), "{output}");
    assert_eq!(output, derive(input).to_string());
}

#[test]
fn half_typed_input_still_has_its_impls() {
    let trees: Vec<TokenTree> = tokens(WHOLE).into_iter().collect();
    for end in 0..trees.len() {
        let begun: TokenStream = trees[..end].iter().cloned().collect();
        let output = derive(enum_with(&begun));
        assert!(has_impls(&output), "{begun}");
        assert!(syn::parse2::<syn::File>(output).is_ok(), "{begun}");
    }
}

#[test]
fn a_mistake_in_the_crate_path_is_not_repeated_in_the_impls() {
    let output = derive(tokens("#[afp(crate = self::x)] enum E {}")).to_string();
    assert!(output.contains("compile_error"));
    assert!(!output.contains("self :: x"));
}

/// Tokens that attributes are made of, in any order.
fn soup() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("status"),
        Just("action"),
        Just("expected"),
        Just("suggestion"),
        Just("transparent"),
        Just("allow"),
        Just("code"),
        Just("retryable"),
        Just("="),
        Just("="),
        Just(","),
        Just(","),
        Just("404"),
        Just("-1"),
        Just("\"{0} x\""),
        Just("\"{\""),
        Just("\"{a:$}\""),
        Just("true"),
        Just("WaitAndRetry"),
        Just("RetryWithSuggestion"),
        Just("{ \"x\": \"{0}\" }"),
        Just("{ }"),
        Just("{ \"retry_after_s\": 1 }"),
        Just("(static_expected)"),
        Just("[1]"),
        Just("null"),
        Just("::"),
        Just("b\"x\""),
        Just("'a'"),
        Just("\"\u{301}\""),
        Just("#"),
        Just("1e999"),
    ];
    prop::collection::vec(word, 0..24).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn any_tokens_give_impls_and_no_panic(variant in soup(), field in soup(), top in soup()) {
        let (variant, field, top) = (tokens(&variant), tokens(&field), tokens(&top));
        let output = derive(quote! {
            #[afp(#top)] enum E { #[afp(#variant)] A(#[afp(#field)] u8), #[afp(#variant)] B { x: u8 } }
        });
        prop_assert!(has_impls(&output));
        prop_assert!(syn::parse2::<syn::File>(output).is_ok());
    }
}
