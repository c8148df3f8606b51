//! A JSON object names each member once.

use crate::error_enum::Variant;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    let Some(suggestion) = variant.suggestion.value() else {
        return;
    };
    for members in suggestion.objects() {
        let mut seen = Vec::new();
        for member in members {
            let key = member.key.literal.value();
            if seen.contains(&key) {
                let message = format!("key {key:?} is given twice; leave one");
                problems.at(member.key.span(), message);
            }
            seen.push(key);
        }
    }
}
