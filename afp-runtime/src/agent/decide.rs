//! From a request, its answer and what was tried to the next step. No IO, no clock.

use std::ops::Range;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use http::{HeaderMap, StatusCode};

use super::failure::Failure;
use super::shown::shown;
use super::stop::{Limit, RedirectRefused, Stop};
use super::{Budget, Merged, Request};
use crate::errors::{Action, ActionGroup};

mod batch;
mod history;
mod lost;
mod merge;
mod redirect;
mod reply;
mod wait;

pub use self::history::History;
pub use self::lost::{Loss, after_loss};
use self::reply::Reply;
pub(super) use self::reply::is_json;

/// An answer, as far as a decision needs it.
#[derive(Debug, Clone)]
pub struct Response {
    /// The status.
    pub status: StatusCode,
    /// The header fields.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
    /// When it came: what a date in `Retry-After` is compared with.
    pub received_at: SystemTime,
}

/// What the agent does next.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Step {
    /// The response is the answer.
    Finish,
    /// Send this request.
    Resend(Box<Resend>),
    /// Send these parts, in order; together they are the request.
    Split(Split),
    /// Sleep at least this long, then send the same request. Zero means now.
    Wait(Duration),
    /// Ask whoever has new credentials, then send the same request with them.
    Reauthenticate,
    /// Ask whoever knows more, and [merge](merge_context) what they say; or stop. The answer brought
    /// no context of its own, or that was tried.
    AskForContext,
    /// Ask a human to act, then send the same request; or stop.
    AskUser,
    /// Give up.
    Stop(Stop),
}

/// A changed request, and what changed.
#[derive(Debug, Clone)]
pub struct Resend {
    /// The request to send.
    pub request: Request,
    /// What the merge changed; empty after a redirect.
    pub merged: Merged,
}

/// A batch in parts.
#[derive(Debug, Clone)]
pub struct Split {
    /// Name of the list; `None` when the body itself is the list.
    pub list: Option<String>,
    /// The parts, each with the items it holds, counted from 0 in the request that was split.
    pub parts: Vec<(Range<usize>, Request)>,
}

/// The next step, and the failure it answers to.
#[derive(Debug, Clone)]
pub struct Decision {
    /// The next step.
    pub step: Step,
    /// The envelope, where the answer had one.
    pub failure: Option<Failure>,
}

/// Decides what follows on an answer (protocol 1, §2).
///
/// `retryable: false` always wins, an unknown action stops, the method is never changed by a
/// suggestion, and a merge that leads to a request already sent stops. The function is pure: the
/// same arguments give the same step. Parts of the budget that need a clock or span several
/// requests (`requests`, `time`) are the caller's to watch.
///
/// `provide_missing_context` is [asked for](Step::AskForContext), unless the answer brings the
/// context itself: a suggestion with members, and `apply_to` that names the query, the path or a
/// header. That is merged like any suggestion, within the same bounds. Servers choose the action
/// for agents that only merge into bodies, which must not put a query parameter there; an agent
/// that knows `apply_to` lacks nothing. When the merge leads to a request already sent, the
/// context is asked for after all.
///
/// A loop around it tells [`History::sent`] of the request, sends it, and gives the answer to
/// `decide` (or the [`Loss`] to [`after_loss`]); then it tells [`History::took`] of the step, and
/// follows it until that is [`Step::Finish`] or [`Step::Stop`].
///
/// ```
/// use std::time::SystemTime;
/// use afp_runtime::agent::{Budget, HeaderMap, History, Request, Response, StatusCode, Step, decide};
///
/// let request = Request::post("http://127.0.0.1:3000/api/notes").json_bytes(r#"{"slug":"a"}"#).build()?;
/// let mut history = History::default();
/// history.sent(&request);
/// let response = Response {
///     status: StatusCode::CONFLICT,
///     headers: HeaderMap::new(),
///     body: r#"{"ok":false,"error":"taken","code":"ALREADY_EXISTS","feedback":{"retryable":true,
///         "action":"pick_different_value","suggestion":{"slug":"a-2"}}}"#.into(),
///     received_at: SystemTime::UNIX_EPOCH,
/// };
/// let Step::Resend(next) = decide(&request, &response, &history, &Budget::default()).step else {
///     panic!("not a merge");
/// };
/// assert_eq!(next.request.body(), r#"{"slug":"a-2"}"#);
/// # Ok::<_, afp_runtime::agent::InvalidRequest>(())
/// ```
#[must_use]
pub fn decide(
    request: &Request,
    response: &Response,
    history: &History,
    budget: &Budget,
) -> Decision {
    let case = Case {
        request,
        response,
        history,
        budget,
    };
    let (step, failure) = match Reply::read(request, response) {
        Reply::Answer => (Step::Finish, None),
        Reply::Redirect => (case.redirect(), None),
        Reply::Foreign(stop) => (Step::Stop(stop), None),
        Reply::Failure(failure) => (case.recover(&failure), Some(*failure)),
    };
    Decision { step, failure }
}

/// Merges what a handler of `provide_missing_context` supplied, where the server wants it.
///
/// # Errors
/// [`Stop::NoSuggestion`] when `context` is empty, [`Stop::CannotApply`] when it can't be merged,
/// [`Stop::AlreadySent`] when it leads to a request already sent.
pub fn merge_context(
    request: &Request,
    failure: &Failure,
    context: &serde_json::Map<String, serde_json::Value>,
    history: &History,
) -> Result<Resend, Stop> {
    let json = serde_json::to_vec(context).unwrap_or_default();
    let context = super::members::Members::parse(&json).unwrap_or_default();
    merge::merge(request, failure, Some(&context), history)
}

struct Case<'a> {
    request: &'a Request,
    response: &'a Response,
    history: &'a History,
    budget: &'a Budget,
}

impl Case<'_> {
    fn recover(&self, failure: &Failure) -> Step {
        if !failure.retryable {
            return Step::Stop(Stop::NotRetryable);
        }
        match &failure.action {
            Err(word) => Step::Stop(Stop::UnknownAction {
                action: shown(word),
            }),
            Ok(action) => self.act(*action, failure).unwrap_or_else(Step::Stop),
        }
    }

    fn act(&self, action: Action, failure: &Failure) -> Result<Step, Stop> {
        match (action.group(), action) {
            (ActionGroup::Retry, Action::BatchSmaller) => self.split(failure),
            (ActionGroup::Retry, _) => self.merge(failure),
            (ActionGroup::Wait, _) => self.wait(failure),
            (ActionGroup::Auth, _) if self.history.refreshed => Err(Stop::RefreshedAlready),
            (ActionGroup::Auth, _) => Ok(Step::Reauthenticate),
            (ActionGroup::Stop, Action::ProvideMissingContext) => self.provide(failure),
            (ActionGroup::Stop, Action::WaitForUserAction) => Ok(Step::AskUser),
            (ActionGroup::Stop, _) => Err(Stop::NeverRetried { action }),
        }
    }

    /// What the answer itself brings is asked of nobody, unless it was tried.
    fn provide(&self, failure: &Failure) -> Result<Step, Stop> {
        if !failure.brings_context() {
            return Ok(Step::AskForContext);
        }
        match self.merge(failure) {
            Err(Stop::AlreadySent) => Ok(Step::AskForContext),
            step => step,
        }
    }

    fn merge(&self, failure: &Failure) -> Result<Step, Stop> {
        let suggestion = failure.suggestion.as_ref();
        let resend = merge::merge(self.request, failure, suggestion, self.history)?;
        if self.history.merges >= self.budget.merges {
            return Err(Stop::OverBudget {
                limit: Limit::Merges,
            });
        }
        Ok(Step::Resend(Box::new(resend)))
    }

    fn wait(&self, failure: &Failure) -> Result<Step, Stop> {
        let asked = wait::asked(failure, &self.response.headers, self.response.received_at);
        let wait = asked.unwrap_or(self.budget.default_wait);
        let cap = self.budget.longest_wait;
        if wait > cap {
            return Err(Stop::WaitTooLong { wait, cap });
        }
        if self.history.waits >= self.budget.waits {
            return Err(Stop::OverBudget {
                limit: Limit::Waits,
            });
        }
        Ok(Step::Wait(wait))
    }

    fn split(&self, failure: &Failure) -> Result<Step, Stop> {
        let largest = usize::try_from(self.budget.requests).unwrap_or(usize::MAX);
        batch::split(self.request, failure, largest).map(Step::Split)
    }

    fn redirect(&self) -> Step {
        match redirect::follow(self.request, self.response) {
            Ok(request) if self.history.holds(&request) => Step::Stop(Stop::RedirectRefused {
                problem: RedirectRefused::Loop,
            }),
            Ok(request) => Step::Resend(Box::new(Resend {
                request,
                merged: Merged::default(),
            })),
            Err(problem) => Step::Stop(Stop::RedirectRefused { problem }),
        }
    }
}

#[cfg(test)]
mod tests;
