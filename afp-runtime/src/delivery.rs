//! Outbound queues.

#[cfg(feature = "forwarding")]
mod backoff;
#[cfg(feature = "forwarding")]
mod outbox;
#[cfg(feature = "outcomes")]
mod review;
#[cfg(feature = "outcomes")]
mod telemetry;

#[cfg(feature = "forwarding")]
pub use self::outbox::{CollectorUrl, CollectorUrlError, Outbox, OutboxError, OutboxStatus};
#[cfg(feature = "outcomes")]
pub use self::{
    review::{RelayError, ReviewRelay},
    telemetry::{TelemetryCounts, TelemetryQueue},
};
