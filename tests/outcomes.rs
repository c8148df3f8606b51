//! The outcome contract, end to end.

mod agent;
mod collector;
mod layer;
mod mcp;
mod memory;
mod pages;
mod stores;
pub(crate) mod support;
mod telemetry;
pub(crate) mod tokens;
mod wire;
