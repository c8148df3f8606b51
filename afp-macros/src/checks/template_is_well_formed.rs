//! Braces match, and each hole has a name.

use crate::error_enum::Variant;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    for template in variant.templates() {
        for mistake in &template.mistakes {
            problems.at(template.span(), mistake);
        }
    }
}
