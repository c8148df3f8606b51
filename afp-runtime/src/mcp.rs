//! The tools on an rmcp server.

mod feedback;
#[cfg(feature = "outcomes")]
mod outcome;

pub use self::feedback::{FeedbackServer, FeedbackSink, FeedbackTool, SinkFailure, SinkFuture};
#[cfg(feature = "outcomes")]
pub use self::outcome::{Caller, OutcomeTools};
