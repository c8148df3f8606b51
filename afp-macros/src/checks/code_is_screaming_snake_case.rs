//! A code is a word of the wire, spelled like `ORDER_NOT_FOUND`.

use crate::error_enum::Variant;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    let Some(code) = &variant.code else {
        return;
    };
    if is_screaming_snake_case(&code.text) {
        return;
    }
    let message = if code.is_derived {
        format!(
            "the name `{}` makes no code; write one, like `code = \"ORDER_NOT_FOUND\"`",
            variant.ident
        )
    } else {
        format!(
            "a code is SCREAMING_SNAKE_CASE, like `ORDER_NOT_FOUND`; {:?} is not",
            code.text
        )
    };
    problems.at(code.span, message);
}

fn is_screaming_snake_case(code: &str) -> bool {
    code.starts_with(|first: char| first.is_ascii_uppercase())
        && code.split('_').all(|word| {
            !word.is_empty()
                && word
                    .bytes()
                    .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        })
}
