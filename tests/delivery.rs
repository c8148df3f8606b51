//! Records on their way from agents to whoever reads them.

mod client;
mod collector;
mod faults;
mod instances;
mod loopback;
mod outbox;
pub(crate) mod python;
mod records;
