//! What holds of every store, and what of each.

mod contract;
mod instances;
mod postgres;
mod sqlite;
