//! Outbound queues.

#[cfg(feature = "outcomes")]
mod telemetry;

#[cfg(feature = "outcomes")]
pub use self::telemetry::{TelemetryCounts, TelemetryQueue};
#[cfg(feature = "forwarding")]
mod backoff;
mod outbox;
pub use self::outbox::{CollectorUrl, CollectorUrlError, Outbox, OutboxError, OutboxStatus};
