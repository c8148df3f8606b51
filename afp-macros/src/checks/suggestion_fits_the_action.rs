//! An agent that is told to merge and retry has something to merge.

use crate::error_enum::{Suggestion, Variant};
use crate::problems::Problems;
use crate::vocabulary::{self, Kind};

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    let (Some(action), Some(retryable)) = (variant.action.value(), variant.retryable.value())
    else {
        return;
    };
    if vocabulary::kind(&action.to_string()) != Some(Kind::Merge) || !retryable.value {
        return;
    }
    if variant.suggestion.is_absent() {
        let message = format!(
            "`{action}` with `retryable = true` needs what the agent merges, like `suggestion = {{ \"maxPrice\": \"{{ceiling}}\" }}`; without one it is `retryable = false`"
        );
        problems.at(action.span(), message);
    } else if let Some(Suggestion::Object(members, span)) = variant.suggestion.value() {
        if members.is_empty() {
            let message = format!(
                "`{action}` with `retryable = true` needs a member to merge, like `{{ \"maxPrice\": \"{{ceiling}}\" }}`"
            );
            problems.at(*span, message);
        }
    }
}
