//! Agents against servers of all kinds.
#![expect(clippy::unwrap_used, reason = "a test that can't go on says so")]

mod clock;
mod exchanges;
mod hostile;
mod recovery;
mod server;
mod tour;
