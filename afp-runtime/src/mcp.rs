//! The tools on an rmcp server.

mod feedback;

pub use self::feedback::{FeedbackServer, FeedbackSink, FeedbackTool, SinkFailure, SinkFuture};
