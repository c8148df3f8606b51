//! One member name may come from a field; more could be the same.

use crate::error_enum::Variant;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    let Some(suggestion) = variant.suggestion.value() else {
        return;
    };
    let objects = suggestion.objects();
    let computed = objects
        .iter()
        .flat_map(|members| members.iter())
        .map(|member| &member.key)
        .filter(|key| key.holes().next().is_some());
    for (position, key) in computed.enumerate() {
        if key.one_field().is_none() {
            problems.at(
                key.span(),
                "a key is text, or exactly one placeholder, like `\"{field}\"`",
            );
        } else if position > 0 {
            problems.at(
                key.span(),
                "one key of a suggestion may be a placeholder, and there is one already",
            );
        }
    }
}
