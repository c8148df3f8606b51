//! What a call gives back.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use serde::de::DeserializeOwned;
use url::Url;

use super::shown::shown;
use super::{Failure, Response, Stop, Trace};

/// The answer to a call: one part, or several when a batch was split.
#[derive(Debug, Clone)]
pub struct Answer {
    pub(super) parts: Vec<Part>,
    pub(super) trace: Trace,
}

/// One answer of the server.
#[derive(Debug, Clone)]
pub struct Part {
    /// The items of the batch that it answers for, counted from 0; `None` when nothing was split.
    pub items: Option<Range<usize>>,
    /// The status.
    pub status: StatusCode,
    /// The header fields.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

impl Part {
    /// Reads the body as JSON.
    ///
    /// # Errors
    /// When the body does not hold a `T`.
    pub fn json<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        serde_json::from_slice(&self.body)
    }
}

#[cfg(feature = "outcomes")]
impl Part {
    /// The outcome contract that the service put into this answer, if `reviewer` may use it: tell
    /// it how the answer served by [`Reviewer::submit`](super::Reviewer::submit).
    #[must_use]
    pub fn contract(&self, reviewer: &super::Reviewer) -> Option<crate::outcome::Contract> {
        let now = jiff::Timestamp::now();
        super::feedback_from_parts(&self.headers, &self.body, reviewer.transport(), now)
    }
}

impl Answer {
    /// All parts, in order; at least one.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The last part: the whole answer, unless a batch was split.
    #[must_use]
    pub fn last(&self) -> &Part {
        // `parts` is never empty: an answer is made when the last part has arrived.
        &self.parts[self.parts.len() - 1]
    }

    /// Status of the [last](Self::last) part.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.last().status
    }

    /// Body of the [last](Self::last) part.
    #[must_use]
    pub fn body(&self) -> &Bytes {
        &self.last().body
    }

    /// Reads the body of the [last](Self::last) part as JSON.
    ///
    /// # Errors
    /// When the body does not hold a `T`: it is empty (204), or text, say.
    pub fn json<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        self.last().json()
    }

    /// What happened on the way.
    #[must_use]
    pub fn trace(&self) -> &Trace {
        &self.trace
    }
}

/// A call that ended without an answer: why, and everything that is known of it.
///
/// ```no_run
/// use afp_runtime::agent::{Agent, Stop};
///
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// let agent = Agent::new("https://api.example.com")?;
/// if let Err(stopped) = agent.call(agent.delete("/api/orders/{id}").path("id", 7)).await {
///     match stopped.reason() {
///         Stop::OutcomeUnknown { .. } => eprintln!("check whether order 7 still exists"),
///         Stop::NeedsHandler { action } => eprintln!("somebody else must act: {action}"),
///         _ => eprintln!("{stopped}"),
///     }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Stopped(Box<Inner>);

#[derive(Debug, Clone)]
pub(super) struct Inner {
    pub(super) reason: Stop,
    pub(super) failure: Option<Failure>,
    pub(super) response: Option<Response>,
    pub(super) url: Option<Url>,
    pub(super) parts: Vec<Part>,
    pub(super) batch: Option<BatchProgress>,
    pub(super) trace: Trace,
}

/// How far a batch came. Parts are sent in order, so that each state is one range of items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchProgress {
    /// Items whose parts succeeded.
    pub done: Range<usize>,
    /// Items of the part that did not succeed. Whether the server took them is unknown when the
    /// reason is [`Stop::OutcomeUnknown`] or a cancellation that says so.
    pub failed: Range<usize>,
    /// Items that were never sent in a part.
    pub not_sent: Range<usize>,
}

impl Stopped {
    pub(super) fn new(inner: Inner) -> Self {
        Self(Box::new(inner))
    }

    /// Why it stopped.
    #[must_use]
    pub fn reason(&self) -> &Stop {
        &self.0.reason
    }

    /// The envelope of the [last answer](Self::response), with what a human wants to read:
    /// `expected`, `docs_url`. `None` when that was no envelope, or there was none.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        self.0.failure.as_ref()
    }

    /// The last failed answer that was read: its body may hold what the reason does not say. A
    /// request without an answer, or with one too large, leaves the answer to the request before.
    #[must_use]
    pub fn response(&self) -> Option<&Response> {
        self.0.response.as_ref()
    }

    /// The URL of the last request; `None` when none was sent.
    #[must_use]
    pub fn url(&self) -> Option<&Url> {
        self.0.url.as_ref()
    }

    /// Answers to the parts of a batch that succeeded.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.0.parts
    }

    /// Which items of a batch were done; `None` when nothing was split.
    #[must_use]
    pub fn batch(&self) -> Option<&BatchProgress> {
        self.0.batch.as_ref()
    }

    /// What happened on the way.
    #[must_use]
    pub fn trace(&self) -> &Trace {
        &self.0.trace
    }
}

impl fmt::Debug for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stopped")
            .field("reason", &self.0.reason)
            .field(
                "code",
                &self.0.failure.as_ref().map(|failure| shown(&failure.code)),
            )
            .field("batch", &self.0.batch)
            .field("trace", &self.0.trace)
            .finish_non_exhaustive()
    }
}

/// One line, bounded, with what the server said escaped:
///
/// ```text
/// POST /api/exports stopped: not retryable; code TAKEN, action report_bug, expected: a free slug
/// ```
impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Trace { method, route, .. } = &self.0.trace;
        write!(f, "{method} {route} stopped: {}", self.0.reason)?;
        let Some(failure) = &self.0.failure else {
            return Ok(());
        };
        let last = self.0.trace.exchanges.last();
        let is_last = last.is_some_and(|exchange| exchange.action.is_some());
        let before = if is_last { "" } else { "before that: " };
        write!(f, "; {before}{failure}")
    }
}

impl Error for Stopped {}
