//! `details` is one field that serializes to a list.

use crate::error_enum::Variant;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    let Some(details) = variant.details.value() else {
        return;
    };
    if details.one_field().is_none() && details.mistakes.is_empty() {
        let message = "`details` is exactly one placeholder, like `details = \"{problems}\"`: a field that serializes to a list";
        problems.at(details.span(), message);
    }
}
