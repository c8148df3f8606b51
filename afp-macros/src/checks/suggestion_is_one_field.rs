//! A suggestion in quotes is one field, as a value.

use crate::error_enum::{Suggestion, Variant};
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    let Some(Suggestion::Field(template)) = variant.suggestion.value() else {
        return;
    };
    if template.one_field().is_none() && template.mistakes.is_empty() {
        let message = "a suggestion in quotes is exactly one placeholder, like `suggestion = \"{fix}\"`; write an object in braces, like `suggestion = { \"maxPrice\": \"{ceiling}\" }`";
        problems.at(template.span(), message);
    }
}
