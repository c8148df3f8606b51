//! The derive keeps a table of actions; this holds it equal to `Action`.

use afp_runtime::errors::{RenderOptions, render};
use afp_runtime::{Action, AgentError};
use serde_json::Value;

macro_rules! actions {
    (
        open: $($open:ident)*;
        waiting: $($waiting:ident)*;
        never: $($never:ident)*;
    ) => {
        #[derive(Debug, thiserror::Error, AgentError)]
        enum Open {
            $(
                #[error("e")]
                #[afp(status = 409, action = $open, retryable = true, expected = "e", suggestion = "{0}", allow(static_expected))]
                $open(Option<Value>),
            )*
        }

        #[derive(Debug, thiserror::Error, AgentError)]
        enum Fixed {
            #[error("e")]
            #[afp(status = 413, action = BatchSmaller, expected = "batchSize", suggestion = { "batchSize": 7 })]
            BatchSmaller,
            $(
                #[error("e")]
                #[afp(status = 503, action = $waiting, expected = "retry_after_s", suggestion = { "retry_after_s": 7 })]
                $waiting,
            )*
            $(
                #[error("e")]
                #[afp(status = 500, action = $never, expected = "e")]
                $never,
            )*
        }

        const OPEN: &[(Action, Open)] = &[$((Action::$open, Open::$open(None))),*];
        const FIXED: &[(Action, Fixed, bool)] = &[
            (Action::BatchSmaller, Fixed::BatchSmaller, true),
            $((Action::$waiting, Fixed::$waiting, true),)*
            $((Action::$never, Fixed::$never, false),)*
        ];
    };
}
actions! {
    open: RetryWithSuggestion PickDifferentValue UseDifferentField FixInputFormat FixAddressFormat
        Reauthenticate WaitForUserAction ProvideMissingContext;
    waiting: WaitAndRetry AbortOrRetry;
    never: ReportBug ContactOperator NoActionPossible;
}

fn feedback(error: &dyn AgentError) -> Value {
    let body = render(error, &RenderOptions::default()).body;
    serde_json::from_slice::<Value>(&body).unwrap()["feedback"].take()
}

#[test]
fn the_derive_knows_each_action_of_the_vocabulary() {
    assert_eq!(OPEN.len() + FIXED.len(), Action::ALL.len());
    for (action, error) in OPEN {
        let feedback = feedback(error);
        assert_eq!(feedback["action"], action.as_str());
        // Its answer has nothing to merge.
        assert_eq!(feedback["retryable"], !action.merges(), "{action}");
        assert!(error.spec().retryable);
    }
    for (action, error, retryable) in FIXED {
        let feedback = feedback(error);
        assert_eq!(feedback["action"], action.as_str());
        assert_eq!(feedback["retryable"], *retryable, "{action}");
    }
}
