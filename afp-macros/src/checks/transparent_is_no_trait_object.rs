//! A trait object has codes that nobody knows at compile time.

use crate::error_enum::Variant;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    let Some(field) = variant.delegate() else {
        return;
    };
    if field.is_trait_object() {
        let message = "a transparent variant holds an enum that derives AgentError; the codes of a trait object are not known, so they can't be registered";
        problems.on(field.ty, message);
    }
}
