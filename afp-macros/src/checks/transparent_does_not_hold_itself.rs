//! An enum that handed over to itself would never end.

use crate::error_enum::ErrorEnum;
use crate::problems::Problems;

pub(crate) fn check(model: &ErrorEnum<'_>, problems: &mut Problems) {
    for variant in &model.variants {
        let Some(field) = variant.delegate() else {
            continue;
        };
        if field.holds(model.ident) {
            let message = format!(
                "a transparent variant hands over to another enum, not to `{}` itself; give it a status, an action and `expected` of its own",
                model.ident
            );
            problems.on(field.ty, message);
        }
    }
}
