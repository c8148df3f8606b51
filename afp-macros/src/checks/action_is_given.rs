//! Every error says what the agent does.

use crate::error_enum::Variant;
use crate::problems::Problems;
use crate::vocabulary;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    if variant.action.is_absent() {
        let message = format!("missing `action = ...`; one of {}", vocabulary::actions());
        problems.at(variant.ident.span(), message);
    }
}
