//! When no answer comes.

use std::time::Duration;

use super::{Budget, History, Request, Step, Stop};

/// How an answer was lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Loss {
    /// The request never left: no connection.
    NotSent {
        /// What happened.
        cause: String,
    },
    /// It may have arrived, and may have been done: the connection was cut, the body ended early,
    /// or time was up.
    AnswerLost {
        /// What happened.
        cause: String,
    },
}

/// Decides what follows when no answer came: the same request again, after a short wait, when it
/// never left or when repeating it is harmless ([`Request::may_repeat`]).
#[must_use]
pub fn after_loss(request: &Request, loss: &Loss, history: &History, budget: &Budget) -> Step {
    let (cause, harmless) = match loss {
        Loss::NotSent { cause } => (cause, true),
        Loss::AnswerLost { cause } => (cause, request.may_repeat()),
    };
    if harmless && history.losses < budget.losses {
        return Step::Wait(FIRST_WAIT * 2_u32.saturating_pow(history.losses.min(6)));
    }
    let unreachable = || Stop::Unreachable {
        cause: cause.clone(),
    };
    Step::Stop(loss.leaves_unknown(request).unwrap_or_else(unreachable))
}

impl Loss {
    /// The reason to stop when `request` may have done its work, and nobody can tell.
    pub(in crate::agent) fn leaves_unknown(&self, request: &Request) -> Option<Stop> {
        match self {
            Self::AnswerLost { cause } if !request.method.is_safe() => Some(Stop::OutcomeUnknown {
                cause: cause.clone(),
            }),
            _ => None,
        }
    }
}

/// Doubled with every loss.
const FIRST_WAIT: Duration = Duration::from_millis(250);
