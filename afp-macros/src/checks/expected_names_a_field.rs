//! `expected` shows the agent a value, where there is one to show.

use crate::error_enum::Variant;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    let Some(expected) = variant.expected.value() else {
        return;
    };
    let shown: Vec<&str> = variant
        .fields
        .iter()
        .filter(|field| field.secret.is_none() && !field.is_source)
        .map(|field| field.name.as_str())
        .collect();
    let is_static = expected.holes().next().is_none() && expected.mistakes.is_empty();
    let is_blank = expected.literal.value().trim().is_empty();
    if let [first, ..] = shown[..] {
        if is_static && !is_blank && !variant.allows("static_expected") {
            let message = format!(
                "`expected` names no field of `{}`; name one, like `{{{first}}}` (fields: {}), or add `allow(static_expected)`",
                variant.ident,
                shown.join(", ")
            );
            problems.at(expected.span(), message);
        }
    }
}
