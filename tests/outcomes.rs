//! The outcome contract, end to end.

mod agent;
mod collector;
mod layer;
mod mcp;
mod memory;
mod pages;
mod stores;
mod support;
mod telemetry;
mod tokens;
mod wire;
