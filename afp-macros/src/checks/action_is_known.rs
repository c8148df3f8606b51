//! An action is a word of the vocabulary. Rustc says so of a slip, and what was meant; where nothing
//! is near, all words are told.

use crate::error_enum::Variant;
use crate::problems::Problems;
use crate::vocabulary;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    let Some(action) = variant.action.value() else {
        return;
    };
    if vocabulary::is_foreign(&action.to_string()) {
        let message = format!(
            "unknown action `{action}`; one of {}",
            vocabulary::actions()
        );
        problems.at(action.span(), message);
    }
}
