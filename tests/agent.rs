//! Agents against servers of all kinds.
#![expect(clippy::unwrap_used, reason = "a test that can't go on says so")]

mod catalogue;
mod clock;
mod exchanges;
mod hostile;
mod interpreter;
mod middleware;
mod recovery;
mod server;
mod tls;
mod tour;
