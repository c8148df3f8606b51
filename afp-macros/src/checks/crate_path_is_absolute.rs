//! A relative path would break when the type moves.

use crate::error_enum::ErrorEnum;
use crate::names;
use crate::problems::Problems;

pub(crate) fn check(model: &ErrorEnum<'_>, problems: &mut Problems) {
    let Some(path) = model.crate_path.value() else {
        return;
    };
    if !names::is_absolute(path) {
        problems.on(
            path,
            "use an absolute path: `crate::..`, `$crate::..` or `::name::..`",
        );
    }
}
