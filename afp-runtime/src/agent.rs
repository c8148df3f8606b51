//! The agent's side: a client that recovers from failed calls without a language model.
//!
//! [`Agent`] calls any API that speaks the error envelope (protocol 1), follows the action of each
//! failure within a [`Budget`], and ends with an [`Answer`] or with [`Stopped`], a typed reason.
//! Either carries the [`Trace`] of what happened.
//!
//! | action | what the agent does |
//! |---|---|
//! | `retry_with_suggestion`, `pick_different_value`, `use_different_field`, `fix_input_format`, `fix_address_format` | merges the suggestion where `apply_to` says (body, query, header, path; never the method), resends; stops when that request was already sent |
//! | `batch_smaller` | splits the list that was sent, sends all parts in order |
//! | `wait_and_retry`, `abort_or_retry` | sleeps `retry_after_s`, else `Retry-After`, else 30 s, and up to a tenth more (5 s at most) so that agents don't come back together; resends; stops when that is above the cap |
//! | `reauthenticate` | asks [`on_reauthenticate`](AgentBuilder::on_reauthenticate), once a call; resends |
//! | `provide_missing_context` | merges the suggestion where `apply_to` names the query, the path or a header; else, or when that was tried, asks the caller's handler; stops without one |
//! | `wait_for_user_action` | asks the caller's handler; stops without one |
//! | `report_bug`, `contact_operator`, `no_action_possible`, any other word | stops |
//!
//! `retryable: false` stops whatever the action. A failure that is no envelope stops with its
//! status and content type. A 2xx is the answer, whatever its type (plain text is kept as it
//! came), with these exceptions, which stop in the same way: a page (`text/html`), JSON that is cut
//! or broken, and what the request's own `Accept` does not name. Redirects are followed within the origin. A request whose answer was lost
//! is sent again when it is safe or carries `Idempotency-Key`; otherwise the reason says that the
//! outcome is unknown. The key stays as it is while the payload does, and is extended for a merged
//! payload and for each part of a batch: servers answer a known key with the first answer, or
//! refuse it with another payload.
//!
//! What a server says is data, not an order to a model, and may hold control characters. `Display`
//! of [`Stopped`], [`Failure`] and [`Trace`] escapes them; the fields of [`Failure`] and the bodies
//! are as they came.
//!
//! [`decide`] is the same as a pure function, for those who bring their own HTTP client;
//! `RecoverMiddleware` (feature `agent-middleware`) puts an agent into a client of
//! `reqwest-middleware`.

mod answer;
mod budget;
mod catalogue;
mod client;
mod clock;
mod credential;
mod decide;
mod exchange;
mod failure;
#[cfg(feature = "feedback")]
mod feedback;
mod handlers;
mod members;
#[cfg(feature = "agent-middleware")]
mod middleware;
mod recover;
mod request;
#[cfg(feature = "outcomes")]
mod review;
mod seconds;
mod shown;
mod stop;
mod trace;

pub use self::answer::{Answer, BatchProgress, Part, Stopped};
pub use self::budget::Budget;
pub use self::catalogue::{Catalogue, CatalogueError, Summary};
pub use self::client::{Agent, AgentBuilder, BuildError, Progress};
pub use self::clock::Clock;
pub use self::credential::Credential;
pub use self::decide::{
    Decision, History, Loss, Resend, Response, Split, Step, after_loss, decide, merge_context,
};
pub use self::failure::Failure;
#[cfg(feature = "feedback")]
pub use self::feedback::{
    FeedbackClient, FeedbackClientBuilder, FeedbackClientError, FeedbackFailure, FeedbackReceipt,
    Report,
};
#[cfg(feature = "agent-middleware")]
pub use self::middleware::RecoverMiddleware;
pub use self::request::{InvalidRequest, Request, RequestBuilder};
#[cfg(feature = "outcomes")]
pub use self::review::{
    ReviewError, Reviewer, feedback_from_parts, feedback_from_response, submit_product_outcome,
};
pub use self::stop::{CannotApply, CannotSplit, Limit, RedirectRefused, Stop};
pub use self::trace::{End, Exchange, Merged, Next, Trace};
#[doc(no_inline)]
pub use bytes::Bytes;
#[doc(no_inline)]
pub use http::{HeaderMap, Method, StatusCode};
#[doc(no_inline)]
pub use url::Url;
