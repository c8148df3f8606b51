//! Only failures are errors.

use crate::error_enum::Variant;
use crate::problems::Problems;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    let Some(status) = variant.status.value() else {
        return;
    };
    if !status
        .base10_parse()
        .is_ok_and(|status: u16| (400..=599).contains(&status))
    {
        let message = format!("an error status is between 400 and 599; `{status}` is not");
        problems.at(status.span(), message);
    }
}
