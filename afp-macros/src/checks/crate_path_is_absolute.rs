//! A relative path would break when the type moves.

use syn::spanned::Spanned;

use crate::error_enum::ErrorEnum;
use crate::problems::Problems;

pub(crate) fn check(model: &ErrorEnum<'_>, problems: &mut Problems) {
    let Some(path) = model.crate_path.value() else {
        return;
    };
    let first = path.segments.first();
    let is_crate = first.is_some_and(|first| first.ident == "crate" || first.ident == "$crate");
    if path.leading_colon.is_none() && !is_crate {
        problems.at(
            path.span(),
            "use an absolute path: `crate::..`, `$crate::..` or `::name::..`",
        );
    }
}
