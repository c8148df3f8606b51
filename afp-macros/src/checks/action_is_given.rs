//! Every error says what the agent does.

use crate::error_enum::Variant;
use crate::problems::Problems;
use crate::vocabulary;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    if variant.action.is_absent() {
        let actions: Vec<&str> = vocabulary::ACTIONS.iter().map(|(name, ..)| *name).collect();
        let message = format!("missing `action = ...`; one of {}", actions.join(", "));
        problems.at(variant.ident.span(), message);
    }
}
