//! Why an agent stops.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::errors::{Action, ApplyTo};

/// Why a call ended without an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "reason", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Stop {
    /// The answer says `retryable: false`.
    #[error("not retryable")]
    NotRetryable,
    /// An action that is never retried, whatever `retryable` says.
    #[error("`{action}` is never retried")]
    NeverRetried {
        /// The action.
        action: Action,
    },
    /// The action is not in the vocabulary.
    #[error("unknown action `{action}`")]
    UnknownAction {
        /// The word, at most 64 characters of it, escaped.
        action: String,
    },
    /// Somebody else must act, and the caller gave no handler for it.
    #[error("`{action}` needs a handler")]
    NeedsHandler {
        /// The action.
        action: Action,
    },
    /// The handler did not help.
    #[error("the handler of `{action}` gave up")]
    HandlerGaveUp {
        /// The action.
        action: Action,
    },
    /// Credentials were refreshed once in this call, and refused again.
    #[error("new credentials were refused")]
    RefreshedAlready,
    /// The request that the suggestion leads to was sent before.
    #[error("the suggested request was already sent")]
    AlreadySent,
    /// A merge is asked for, but the suggestion is absent, empty or no object.
    #[error("no suggestion to merge")]
    NoSuggestion,
    /// The suggestion can't be merged where it belongs.
    #[error("the suggestion can't be applied: {problem}")]
    CannotApply {
        /// What is in the way.
        problem: CannotApply,
    },
    /// The batch can't be split.
    #[error("the batch can't be split: {problem}")]
    CannotSplit {
        /// What is in the way.
        problem: CannotSplit,
    },
    /// The wait that is asked for is above the cap. Nothing was slept.
    #[error("asked to wait {} s, at most {} s are allowed", wait.as_secs(), cap.as_secs())]
    WaitTooLong {
        /// The wait that was asked for.
        #[serde(with = "super::seconds")]
        wait: Duration,
        /// The longest wait allowed, or the time that is left.
        #[serde(with = "super::seconds")]
        cap: Duration,
    },
    /// The budget is used up.
    #[error("over the budget of {limit}")]
    OverBudget {
        /// Which part of the budget.
        limit: Limit,
    },
    /// The answer is no envelope, and no answer either: a failure in the server's own words, or a
    /// 2xx that is a page, broken JSON, or not what the request's `Accept` names. A 2xx of that
    /// kind may have done its work: see [`Stopped::response`](super::Stopped::response).
    #[error("status {status} {} ({})", what_it_lacks(*status), content_type.as_deref().unwrap_or("no content type"))]
    NotAnEnvelope {
        /// Its status.
        status: u16,
        /// Its content type, at most 64 characters of it, escaped.
        content_type: Option<String>,
    },
    /// The body of the answer is larger than the agent reads.
    #[error("status {status} with a body of more than {limit} bytes")]
    BodyTooLarge {
        /// Status of the answer.
        status: u16,
        /// The limit in bytes.
        limit: usize,
    },
    /// A redirect that is not followed.
    #[error("redirect refused: {problem}")]
    RedirectRefused {
        /// Why.
        problem: RedirectRefused,
    },
    /// The request was sent, its answer was lost, and sending it again could do its work twice.
    #[error("the answer was lost, the outcome is unknown ({cause})")]
    OutcomeUnknown {
        /// What happened to the answer.
        cause: String,
    },
    /// No answer came, and nothing was changed: the request never left, or was safe.
    #[error("unreachable ({cause})")]
    Unreachable {
        /// What happened.
        cause: String,
    },
    /// The caller cancelled.
    #[error("cancelled{}", if *outcome_unknown { ", the outcome is unknown" } else { "" })]
    Cancelled {
        /// A request that can't be repeated was sent and not answered yet.
        outcome_unknown: bool,
    },
    /// The caller's request can't be sent.
    #[error("{problem}")]
    InvalidRequest {
        /// What is wrong with it.
        problem: String,
    },
}

fn what_it_lacks(status: u16) -> &'static str {
    match status {
        200..=299 => "with a body that was not asked for",
        _ => "without an envelope",
    }
}

impl Stop {
    /// A few fixed words, for tables and metrics.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::NotRetryable => "not retryable",
            Self::NeverRetried { .. } => "never retried",
            Self::UnknownAction { .. } => "unknown action",
            Self::NeedsHandler { .. } => "needs a handler",
            Self::HandlerGaveUp { .. } => "handler gave up",
            Self::RefreshedAlready => "new credentials refused",
            Self::AlreadySent => "already sent",
            Self::NoSuggestion => "no suggestion",
            Self::CannotApply { .. } => "cannot apply",
            Self::CannotSplit { .. } => "cannot split",
            Self::WaitTooLong { .. } => "wait too long",
            Self::OverBudget { .. } => "over budget",
            Self::NotAnEnvelope { .. } => "not an envelope",
            Self::BodyTooLarge { .. } => "body too large",
            Self::RedirectRefused { .. } => "redirect refused",
            Self::OutcomeUnknown { .. } => "outcome unknown",
            Self::Unreachable { .. } => "unreachable",
            Self::Cancelled { .. } => "cancelled",
            Self::InvalidRequest { .. } => "invalid request",
        }
    }
}

/// Why a suggestion can't be applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CannotApply {
    /// `apply_to` names no place that is known.
    #[error("unknown place")]
    UnknownPlace,
    /// `apply_to: method` is for information only.
    #[error("the method is never changed")]
    Method,
    /// An object, or null where a value is needed, for a query, path or header.
    #[error("not a value that fits there")]
    Value,
    /// The path has no such parameter, or not exactly one segment with the value that was echoed.
    #[error("no such part of the path")]
    PathParameter,
    /// A header field that a server must not choose: credentials, framing, routing.
    #[error("a protected header field")]
    ProtectedHeader,
    /// The body is neither JSON nor a form, but a file, say.
    #[error("the body is not JSON")]
    ForeignBody,
    /// More than 1,000 members: each is looked up in what it is merged into.
    #[error("more than 1,000 members")]
    TooManyMembers,
}

impl From<ApplyTo> for CannotApply {
    fn from(place: ApplyTo) -> Self {
        match place {
            ApplyTo::Method => Self::Method,
            ApplyTo::Path => Self::PathParameter,
            ApplyTo::Query | ApplyTo::Header => Self::Value,
        }
    }
}

/// Why a batch can't be split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CannotSplit {
    /// `batchSize` is absent or no whole number of at least 1.
    #[error("no usable batchSize")]
    BatchSize,
    /// No list longer than `batchSize` was sent.
    #[error("no list longer than batchSize was sent")]
    NoList,
    /// Several lists longer than `batchSize` were sent.
    #[error("several lists were sent")]
    SeveralLists,
}

/// Why a redirect is not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum RedirectRefused {
    /// It leads to another scheme, host or port.
    #[error("another origin")]
    OtherOrigin,
    /// It names no usable URL.
    #[error("no usable location")]
    Location,
    /// It would change the method or lose the body.
    #[error("it would change the request")]
    ChangesRequest,
    /// It leads to a request that was sent before.
    #[error("a loop")]
    Loop,
}

/// The parts of a [`Budget`](super::Budget).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Limit {
    /// [`Budget::requests`](super::Budget::requests).
    #[error("requests")]
    Requests,
    /// [`Budget::time`](super::Budget::time).
    #[error("time")]
    Time,
    /// [`Budget::merges`](super::Budget::merges).
    #[error("merges")]
    Merges,
    /// [`Budget::waits`](super::Budget::waits).
    #[error("waits")]
    Waits,
}
