//! Integration tests that cross crates: one binary, a module per area.

mod envelope;
mod logs;
mod orders;
mod repairs;
mod rooms;
mod service;
//! Integration tests that cross crates.
mod feedback;
mod stores;
