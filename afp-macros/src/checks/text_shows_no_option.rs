//! An `Option` has no text: it belongs where an absent value falls away.

use crate::error_enum::{Field, Variant};
use crate::problems::Problems;
use crate::template::FormatTrait;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    let whole: Vec<_> = variant
        .suggestion
        .value()
        .map_or_else(Vec::new, |suggestion| suggestion.values());
    for template in variant.templates() {
        let is_value = whole.iter().any(|value| std::ptr::eq(*value, template));
        for hole in template.holes().filter(|_| !is_value) {
            let is_option = variant.field(&hole.field).is_some_and(Field::is_option);
            if is_option && hole.format_trait() == FormatTrait::Display {
                let message = format!(
                    "`{{{name}}}` is an `Option` and has no text; put it into `suggestion` as a value, like `\"key\": \"{{{name}}}\"`, or into `current`, or write `{{{name}:?}}`",
                    name = hole.field
                );
                problems.at(template.span(), message);
            }
        }
    }
}
