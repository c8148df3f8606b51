//! `expected` says something.

use crate::error_enum::Variant;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    let Some(expected) = variant.expected.value() else {
        return;
    };
    if expected.literal.value().trim().is_empty() {
        problems.at(
            expected.span(),
            "`expected` is blank; say what the request should have been",
        );
    }
}
