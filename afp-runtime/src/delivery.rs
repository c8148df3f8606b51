//! Outbound queues.

#[cfg(feature = "outcomes")]
mod telemetry;

#[cfg(feature = "outcomes")]
pub use self::telemetry::{TelemetryCounts, TelemetryQueue};
