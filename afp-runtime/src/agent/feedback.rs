//! Reporting to a service what stood in the way (protocol 2, §7).

mod answer;
mod builder;
mod client;
mod discover;
mod endpoint;
mod exchange;
mod failure;
mod link;
mod report;
mod stopped;

pub use self::answer::FeedbackReceipt;
pub use self::builder::{FeedbackClientBuilder, FeedbackClientError};
pub use self::client::FeedbackClient;
pub use self::failure::FeedbackFailure;
pub use self::report::Report;
