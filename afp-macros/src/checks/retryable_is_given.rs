//! Where the action leaves it open, the author says whether a retry is likely to succeed.

use crate::error_enum::Variant;
use crate::problems::Problems;
use crate::vocabulary;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    let Some(action) = variant.action.value() else {
        return;
    };
    let name = action.to_string();
    let is_open = vocabulary::kind(&name).is_some() && vocabulary::fixed_retryable(&name).is_none();
    if is_open && variant.retryable.is_absent() {
        let message = format!(
            "missing `retryable = true` or `retryable = false`: whether doing what `{action}` says is likely to succeed"
        );
        problems.at(variant.ident.span(), message);
    }
}
