//! An MCP server on stdin and stdout with the one tool `submit_feedback`.
//!
//! ```text
//! cargo run -p mcp                                      # records stay in memory
//! cargo run -p mcp -- --db feedback.db                  # in an SQLite file
//! cargo run -p mcp -- --endpoint https://api.example.com/feedback
//! ```
//!
//! Stdout carries JSON-RPC and nothing else; logs go to stderr, as much as `RUST_LOG` says.

mod arguments;
mod endpoint;

use std::error::Error;
use std::io;
use std::sync::Arc;

use afp_runtime::mcp::{FeedbackServer, FeedbackTool};
use afp_runtime::store::{FeedbackStore, Intake, MemoryStore, SqliteStore};
use rmcp::ServiceExt;
use rmcp::transport::stdio;
use tracing_subscriber::EnvFilter;

use arguments::{Arguments, Target};
use endpoint::Endpoint;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::from_default_env())
        .with_writer(io::stderr)
        .with_ansi(false)
        .init();
    let arguments = Arguments::read(std::env::args().skip(1)).unwrap_or_else(|problem| {
        eprintln!("{problem}\n\n{}", arguments::USAGE);
        std::process::exit(2);
    });
    let server = FeedbackServer::new(&tool(arguments).await?);
    let running = server.serve(stdio()).await?;
    tokio::select! {
        ended = running.waiting() => drop(ended?),
        _ = tokio::signal::ctrl_c() => {}
    }
    // The thread that reads stdin can't be stopped, and would be waited for.
    std::process::exit(0);
}

async fn tool(arguments: Arguments) -> Result<FeedbackTool, Box<dyn Error>> {
    let service = arguments.service;
    match arguments.target {
        Target::Memory => on(MemoryStore::new()?, service).await,
        Target::Sqlite(path) => on(SqliteStore::open(path).await?, service).await,
        Target::Endpoint { url, key } => {
            Ok(FeedbackTool::new(Endpoint::new(&url, key.as_deref())?))
        }
    }
}

async fn on(
    store: impl FeedbackStore + 'static,
    service: Option<String>,
) -> Result<FeedbackTool, Box<dyn Error>> {
    let key = store.key().await?;
    let intake = Intake::new(Arc::new(store), &key).service(service);
    Ok(FeedbackTool::new(intake))
}
