//! Some actions fix what `retryable` is.

use crate::error_enum::Variant;
use crate::problems::Problems;
use crate::vocabulary;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    let (Some(action), Some(retryable)) = (variant.action.value(), variant.retryable.value())
    else {
        return;
    };
    let message = match vocabulary::fixed_retryable(&action.to_string()) {
        Some(true) if !retryable.value => "is always retryable; write `retryable = true`",
        Some(false) if retryable.value => "is never retried; write `retryable = false`",
        _ => return,
    };
    problems.at(
        retryable.span(),
        format!("`{action}` {message} or leave it out"),
    );
}
