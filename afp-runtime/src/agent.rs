//! The agent's side: decide, recover, report.

mod budget;
mod decide;
mod failure;
mod members;
mod request;
mod seconds;
mod stop;

pub use self::budget::Budget;
pub use self::decide::{
    Decision, History, Loss, Resend, Response, Split, Step, after_loss, decide, merge_context,
};
pub use self::failure::Failure;
pub use self::request::{InvalidRequest, Request, RequestBuilder};
pub use self::stop::{CannotApply, CannotSplit, Limit, RedirectRefused, Stop};
