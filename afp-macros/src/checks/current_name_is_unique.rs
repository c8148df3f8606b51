//! Two fields are not echoed under one name.

use crate::error_enum::Variant;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    let mut names: Vec<String> = Vec::new();
    for field in &variant.fields {
        let (Some(name), Some(current)) = (field.current_name(), &field.current) else {
            continue;
        };
        if names.contains(&name) {
            let place = current.name.as_ref().map_or(current.key, syn::LitStr::span);
            let message = format!(
                "`current` already has a {name:?}; give this field another name, like `current = \"...\"`"
            );
            problems.at(place, message);
        }
        names.push(name);
    }
}
