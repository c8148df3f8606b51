//! A secret is not in the message, as far as `#[error("...")]` shows it.

use crate::error_enum::Variant;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    for (name, span) in &variant.display.shown {
        let shown = variant.field_in_display(name);
        if let Some(field) = shown.filter(|field| field.secret.is_some()) {
            let message = format!(
                "field `{}` is `secret` and may not stand in the message, which is sent as `error`; leave it out, or drop `secret`",
                field.name
            );
            problems.at(*span, message);
        }
    }
    let secret = variant.fields.iter().find(|field| field.secret.is_some());
    if let (Some(field), Some(span)) = (secret, variant.display.opaque) {
        let message = format!(
            "this message may show the `secret` field `{}`; write one that names the fields it shows, like `#[error(\"no order {{id}}\")]`",
            field.name
        );
        problems.at(span, message);
    }
}
