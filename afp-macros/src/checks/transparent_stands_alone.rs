//! The inner error brings everything along.

use crate::error_enum::Variant;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    for key in &variant.keys {
        let message =
            format!("`{key}` has no meaning beside `transparent`: the inner error brings its own");
        problems.at(key.span(), message);
    }
    for field in &variant.fields {
        let marks = field
            .current
            .as_ref()
            .map(|current| current.key)
            .into_iter()
            .chain(field.secret);
        for mark in marks {
            let message =
                "this has no meaning beside `transparent`: the inner error says what it shows";
            problems.at(mark, message);
        }
    }
}
