//! A secret is not echoed.

use crate::error_enum::Variant;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    for field in &variant.fields {
        if let (Some(_), Some(current)) = (field.secret, &field.current) {
            let message = format!(
                "`{}` is `secret` and is never echoed; drop `current` or `secret`",
                field.name
            );
            problems.at(current.key, message);
        }
    }
}
