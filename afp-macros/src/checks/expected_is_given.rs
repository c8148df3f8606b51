//! Every error says what the request should have been.

use crate::error_enum::Variant;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    if variant.expected.is_absent() {
        let message = "missing `expected = \"...\"`: what the request should have been, like `expected = \"an order with id {id} exists\"`";
        problems.at(variant.ident.span(), message);
    }
}
