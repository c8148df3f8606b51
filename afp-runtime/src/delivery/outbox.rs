//! Feedback records on their way to a collector (protocol 2, §6).

mod answer;
mod collector_url;
mod handle;
mod post;
mod round;
mod worker;

pub use self::collector_url::{CollectorUrl, CollectorUrlError};
pub use self::handle::{Outbox, OutboxError, OutboxStatus};
