//! A secret is in no part of an answer.

use crate::error_enum::Variant;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    for template in variant.templates() {
        for hole in template.holes() {
            if variant
                .field(&hole.field)
                .is_some_and(|field| field.secret.is_some())
            {
                let message = format!(
                    "`{{{}}}` is `secret` and may stand in no template; leave it out, or drop `secret`",
                    hole.field
                );
                problems.at(template.span(), message);
            }
        }
    }
}
