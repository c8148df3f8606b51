//! Agents against servers of all kinds.

mod exchanges;
mod server;
mod tour;
