//! The agent's side: decide, recover, report.

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
pub use self::trace::{End, Exchange, Next, Trace};
