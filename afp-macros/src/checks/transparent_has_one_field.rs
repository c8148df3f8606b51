//! A transparent variant hands over to its only field.

use crate::error_enum::Variant;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    if variant.fields.len() != 1 {
        let message = format!(
            "a transparent variant has exactly one field, an error with its own codes; `{}` has {}",
            variant.ident,
            variant.fields.len()
        );
        problems.at(variant.ident.span(), message);
    }
}
