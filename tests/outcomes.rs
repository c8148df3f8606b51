//! The outcome contract, end to end.

mod layer;
mod pages;
mod support;
mod telemetry;
mod wire;
