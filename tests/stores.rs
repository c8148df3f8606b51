//! What holds of every store, and what of each.

mod contract;
mod instances;
pub(crate) mod postgres;
mod sqlite;
