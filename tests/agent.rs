//! Agents against servers of all kinds.

mod catalogue;
mod clock;
mod exchanges;
mod hostile;
mod interpreter;
mod middleware;
mod programs;
mod recovery;
mod report;
mod server;
mod tls;
mod tour;
