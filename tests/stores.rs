//! What holds of every store, and what of each.

mod cases;
mod entries;
mod instances;
mod memory;
pub(crate) mod place;
pub(crate) mod postgres;
mod reviews;
mod sqlite;
