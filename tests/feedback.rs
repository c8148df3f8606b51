//! The inbox of protocol 2: fixtures, the service, its faults.

mod conformance;
pub(crate) mod disk;
pub(crate) mod exchange;
mod faults;
mod interop;
mod known_issues;
mod limits;
mod logs;
mod redaction;
mod service;
mod settings;
mod submissions;
