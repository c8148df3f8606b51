//! Crate path, private names, raw identifiers, codes.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::ext::IdentExt;

/// The hidden module of the runtime that all generated code names.
pub(crate) fn private(crate_path: Option<&syn::Path>, span: Span) -> TokenStream {
    match crate_path.filter(|path| is_absolute(path)) {
        Some(path) => quote_spanned!(span=> #path::__private),
        None => quote_spanned!(span=> ::afp_runtime::__private),
    }
}

/// Whether `path` means the same wherever it stands.
pub(crate) fn is_absolute(path: &syn::Path) -> bool {
    let begins_with = |word| {
        path.segments
            .first()
            .is_some_and(|first| first.ident == word)
    };
    path.leading_colon.is_some() || begins_with("crate") || begins_with("$crate")
}

/// The local that holds field number `position`.
pub(crate) fn local(position: usize) -> Ident {
    local_at(position, Span::mixed_site())
}

/// The same, for errors that belong at `span`.
pub(crate) fn local_at(position: usize, span: Span) -> Ident {
    let span = Span::mixed_site().located_at(span);
    format_ident!("__afp_{position}", span = span)
}

/// A name as templates and the wire spell it: `r#type` is `type`.
pub(crate) fn spelled(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// The code of a variant that names none: `HTTPTimeout` is `HTTP_TIMEOUT`.
///
/// A run of capitals is one word, and no split leaves a single letter of it behind (`IPv6Only` is
/// `IPV6_ONLY`).
pub(crate) fn code_of(variant: &str) -> String {
    let letters: Vec<char> = variant.chars().collect();
    let mut code = String::new();
    let mut word = 0;
    for (at, &letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).map_or('_', |before| letters[before]);
        let ends_run = letters.get(at + 1).is_some_and(|next| next.is_lowercase());
        let begins_word = letter.is_uppercase()
            && before != '_'
            && (before.is_lowercase() || ends_run && word > 1);
        if begins_word {
            code.push('_');
            word = 0;
        }
        code.extend(letter.to_uppercase());
        word += 1;
    }
    code
}

/// The action as it stands on the wire: `WaitAndRetry` is `wait_and_retry`.
pub(crate) fn wire_name(action: &str) -> String {
    code_of(action).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{code_of, wire_name};

    #[test]
    fn capitals_in_a_row_are_one_word() {
        for (variant, code) in [
            ("NotFound", "NOT_FOUND"),
            ("HTTPTimeout", "HTTP_TIMEOUT"),
            ("S3AccessDenied", "S3_ACCESS_DENIED"),
            ("OAuthExpired", "OAUTH_EXPIRED"),
            ("IPv6Only", "IPV6_ONLY"),
            ("BadJSON", "BAD_JSON"),
            ("Already_Spelled", "ALREADY_SPELLED"),
            ("X", "X"),
            ("", ""),
        ] {
            assert_eq!(code_of(variant), code);
        }
        assert_eq!(wire_name("AbortOrRetry"), "abort_or_retry");
    }
}
