//! Integration tests that cross crates: one binary, a module per area.

mod agent;
mod delivery;
mod derive;
mod envelope;
mod feedback;
mod logs;
mod mcp;
mod orders;
mod outcomes;
mod repairs;
mod rooms;
mod service;
mod stores;
