//! Outbound queues.
