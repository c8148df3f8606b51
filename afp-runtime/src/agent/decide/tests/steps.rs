//! Each action takes its own kind of step, and so many of them.

use std::time::Duration;

use super::{after_sending, failed, order, step, stop, suggests};
use crate::agent::stop::{Limit, Stop};
use crate::agent::{Budget, Response, Step, decide};
use crate::errors::{Action, ActionGroup};

const SUGGESTIONS: [&str; 14] = [
    "",
    r#","suggestion":null"#,
    r#","suggestion":{}"#,
    r#","suggestion":[]"#,
    r#","suggestion":"max""#,
    r#","suggestion":7"#,
    r#","suggestion":{"max":606}"#,
    r#","suggestion":{"max":600}"#,
    r#","suggestion":{"value":606,"field":"max"}"#,
    r#","suggestion":{"batchSize":2}"#,
    r#","suggestion":{"retry_after_s":3}"#,
    r#","suggestion":{"retry_after_s":277403}"#,
    r#","suggestion":{"max":606},"apply_to":"method""#,
    r#","suggestion":{"max":606},"apply_to":"moon""#,
];

#[test]
fn what_is_not_retryable_stops_whatever_else_it_says() {
    for action in Action::ALL
        .map(Action::as_str)
        .into_iter()
        .chain(["dance", ""])
    {
        for suggestion in SUGGESTIONS {
            let stop = stop(&order(), &failed(action, "false", suggestion));
            assert_eq!(stop, Stop::NotRetryable, "{action} {suggestion}");
        }
    }
}

#[test]
fn every_action_with_every_suggestion_takes_its_own_kind_of_step() {
    for action in Action::ALL {
        for suggestion in SUGGESTIONS {
            let step = step(&order(), &failed(action.as_str(), "true", suggestion));
            let fits = match (action.group(), action, &step) {
                (ActionGroup::Retry, Action::BatchSmaller, Step::Split(split)) => {
                    suggestion.contains("batchSize") && split.parts.len() == 3
                }
                (
                    ActionGroup::Retry,
                    Action::BatchSmaller,
                    Step::Stop(Stop::CannotSplit { .. }),
                ) => !suggestion.contains("batchSize"),
                (ActionGroup::Retry, _, Step::Resend(resend)) => {
                    action.merges()
                        && resend.merged.set.len() == 1
                        && resend.request.method == "POST"
                }
                (ActionGroup::Retry, _, Step::Stop(Stop::NoSuggestion)) => {
                    !suggestion.contains("\":{\"")
                }
                (ActionGroup::Retry, _, Step::Stop(Stop::AlreadySent)) => {
                    suggestion.contains("600")
                }
                (ActionGroup::Retry, _, Step::Stop(Stop::CannotApply { .. })) => {
                    suggestion.contains("apply_to")
                }
                (ActionGroup::Wait, _, Step::Wait(wait)) => {
                    let expected = if suggestion.contains(":3}") { 3 } else { 30 };
                    *wait == Duration::from_secs(expected)
                }
                (ActionGroup::Wait, _, Step::Stop(Stop::WaitTooLong { .. })) => {
                    suggestion.contains("277403")
                }
                (ActionGroup::Auth, _, Step::Reauthenticate)
                | (ActionGroup::Stop, Action::ProvideMissingContext, Step::AskForContext)
                | (ActionGroup::Stop, Action::WaitForUserAction, Step::AskUser)
                | (
                    ActionGroup::Stop,
                    Action::ReportBug | Action::ContactOperator | Action::NoActionPossible,
                    Step::Stop(Stop::NeverRetried { .. }),
                ) => true,
                _ => false,
            };
            assert!(fits, "{action} {suggestion}: {step:?}");
        }
    }
}

#[test]
fn an_unknown_action_stops_and_is_shown_escaped_and_short() {
    let word = format!("dance\\u001b{}", "x".repeat(100));
    let Stop::UnknownAction { action } = stop(&order(), &failed(&word, "true", "")) else {
        panic!();
    };
    assert!(
        action.starts_with("dance\\u{1b}xxx") && action.chars().count() < 80,
        "{action}"
    );
}

#[test]
fn merges_waits_and_refreshes_are_counted() {
    let request = order();
    let budget = Budget {
        merges: 1,
        waits: 1,
        ..Budget::default()
    };
    let mut history = after_sending(&[&request]);
    let mut after = |response: &Response| {
        let step = decide(&request, response, &history, &budget).step;
        history.took(&step);
        step
    };
    let merge = suggests("retry_with_suggestion", r#"{"max":1}"#);
    assert!(matches!(after(&merge), Step::Resend(_)));
    assert!(matches!(
        after(&merge),
        Step::Stop(Stop::OverBudget {
            limit: Limit::Merges
        })
    ));
    let wait = failed("wait_and_retry", "true", "");
    assert!(matches!(after(&wait), Step::Wait(_)));
    assert!(matches!(
        after(&wait),
        Step::Stop(Stop::OverBudget {
            limit: Limit::Waits
        })
    ));
    let auth = failed("reauthenticate", "true", "");
    assert!(matches!(after(&auth), Step::Reauthenticate));
    assert!(matches!(after(&auth), Step::Stop(Stop::RefreshedAlready)));
    let part = history.for_part();
    let step = decide(&request, &auth, &part, &budget).step;
    assert!(matches!(step, Step::Stop(Stop::RefreshedAlready)));
    assert!(matches!(
        decide(&request, &merge, &part, &budget).step,
        Step::Resend(_)
    ));
}
