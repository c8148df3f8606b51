//! A template names fields of its variant, and nothing else in scope.

use crate::error_enum::Variant;
use crate::near::nearest;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    for template in variant.templates() {
        for hole in template.holes() {
            if variant.field(&hole.field).is_none() {
                let message = format!(
                    "`{{{}}}` is not a field of `{}`; {}",
                    hole.field,
                    variant.ident,
                    fields(variant, &hole.field)
                );
                problems.at(template.span(), message);
            }
        }
    }
}

fn fields(variant: &Variant<'_>, meant: &str) -> String {
    if variant.fields.is_empty() {
        return "it has no fields".to_owned();
    }
    let names: Vec<&str> = variant
        .fields
        .iter()
        .map(|field| field.name.as_str())
        .collect();
    match nearest(meant, names.iter().copied()) {
        Some(near) => format!("did you mean `{{{near}}}`? (fields: {})", names.join(", ")),
        None => format!("fields: {}", names.join(", ")),
    }
}
