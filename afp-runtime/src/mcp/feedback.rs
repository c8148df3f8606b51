//! `submit_feedback` (protocol 2, §9).

mod schema;
mod server;
mod sink;
mod tool;

pub use self::server::FeedbackServer;
pub use self::sink::{FeedbackSink, SinkFailure, SinkFuture};
pub use self::tool::FeedbackTool;
