//! What happened in one call.

use std::ops::Range;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Stop;

mod display;

/// Every request of a call, what came back, what followed, and how it ended.
///
/// It holds no header field, no body, no value of a suggestion and no query string, so that it can
/// be logged; keep secrets out of paths, or give them as parameters. Codes, actions and names are
/// escaped, with at most 64 characters of each. Its size is bounded by the budget.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Trace {
    /// The method of the call.
    pub method: String,
    /// The path as the caller wrote it: `/api/things/{id}`.
    pub route: String,
    /// The requests, in order.
    pub exchanges: Vec<Exchange>,
    /// How it ended.
    pub end: End,
    /// Time in all.
    #[serde(with = "super::seconds")]
    pub took: Duration,
}

/// One request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Exchange {
    /// Items of the batch that it carried.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub items: Option<Range<usize>>,
    /// Status of the answer; none when no answer came.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub status: Option<u16>,
    /// Code of the failure.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub code: Option<String>,
    /// Action of the failure, as the server wrote it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub action: Option<String>,
    /// What followed.
    pub next: Next,
}

/// What followed on an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Next {
    /// It was the answer.
    Answered,
    /// A suggestion was merged.
    Merged(Merged),
    /// The batch was split into this many parts.
    Split(usize),
    /// The agent waited for at least this many seconds before the same request.
    Waited(f64),
    /// New credentials were fetched.
    Reauthenticated,
    /// The handler supplied these members, and they were merged.
    Supplied(Merged),
    /// The handler says that a human acted.
    UserActed,
    /// A redirect was followed.
    Redirected,
    /// No answer came; the same request was sent again.
    Resent,
    /// The agent stopped.
    Stopped,
}

/// The members that a merge changed, by name. Renaming a member sets one and clears one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Merged {
    /// Those that have a new value. At most 64 characters of each name, escaped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// Those that are null now in a body, or taken out of a query, form or header.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cleared: Vec<String>,
}

impl Merged {
    /// Whether nothing was merged.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.set.is_empty() && self.cleared.is_empty()
    }
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum End {
    /// With an answer of this status.
    Answered(u16),
    /// Without an answer.
    Stopped(Stop),
}

impl Trace {
    /// Number of requests that were sent.
    #[must_use]
    pub fn requests(&self) -> usize {
        self.exchanges.len()
    }

    /// Code and action of the first failure.
    #[must_use]
    pub fn first_failure(&self) -> Option<(&str, &str)> {
        let failure = |exchange: &'_ Exchange| exchange.action.is_some();
        let first = self.exchanges.iter().find(|exchange| failure(exchange))?;
        Some((
            first.code.as_deref().unwrap_or("-"),
            first.action.as_deref()?,
        ))
    }

    /// How it ended, in a few fixed words: `201`, or `not retryable`.
    #[must_use]
    pub fn end_words(&self) -> String {
        match &self.end {
            End::Answered(status) => status.to_string(),
            End::Stopped(stop) => stop.as_str().to_owned(),
        }
    }
}
