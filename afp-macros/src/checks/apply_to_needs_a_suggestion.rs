//! `apply_to` says where a suggestion goes.

use crate::error_enum::Variant;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    if let (Some(place), true) = (variant.apply_to.value(), variant.suggestion.is_absent()) {
        let message = "`apply_to` says where the suggestion goes, and there is none; add `suggestion = ...` or drop it";
        problems.at(place.span(), message);
    }
}
