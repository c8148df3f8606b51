//! An MCP server on stdin and stdout with the one tool `submit_feedback`.
//!
//! ```text
//! cargo run -p mcp                                      # records stay in memory
//! cargo run -p mcp -- --db feedback.db                  # in an SQLite file
//! cargo run -p mcp -- --db feedback.db --collector-url https://collector.example.com
//! cargo run -p mcp -- --endpoint https://api.example.com/feedback
//! ```
//!
//! Stdout carries JSON-RPC and nothing else; logs go to stderr, as much as `RUST_LOG` says.

mod endpoint;
mod options;

use std::error::Error;
use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use afp_runtime::delivery::{CollectorUrl, Outbox};
use afp_runtime::mcp::{FeedbackServer, FeedbackTool};
use afp_runtime::store::{FeedbackStore, Intake, IssueTable, MemoryStore, SqliteStore};
use rmcp::ServiceExt;
use rmcp::transport::stdio;
use tracing_subscriber::EnvFilter;

use crate::endpoint::Endpoint;
use crate::options::{Options, USAGE};

/// How long records may take to leave at the end; those that do not are sent next time.
const LAST_CALL: Duration = Duration::from_secs(5);

#[tokio::main]
async fn main() -> ExitCode {
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::from_default_env())
        .with_writer(io::stderr)
        .with_ansi(false)
        .init();
    let problem = match Options::from_env() {
        Ok(Some(options)) => match serve(options).await {
            // The thread that reads stdin can't be stopped, and would be waited for.
            Ok(()) => std::process::exit(0),
            Err(error) => error.to_string(),
        },
        Ok(None) => USAGE.to_owned(),
        Err(error) => format!("{error}\n\n{USAGE}"),
    };
    eprintln!("{problem}");
    ExitCode::FAILURE
}

async fn serve(options: Options) -> Result<(), Box<dyn Error>> {
    let (tool, outbox) = match &options.endpoint {
        Some(url) => (forwarding_tool(url, options.api_key.as_deref())?, None),
        None => keeping_tool(options).await?,
    };
    let running = FeedbackServer::new(&tool).serve(stdio()).await?;
    tokio::select! {
        ended = running.waiting() => drop(ended?),
        _ = tokio::signal::ctrl_c() => {}
    }
    if let Some(outbox) = outbox {
        outbox.shutdown(LAST_CALL).await;
    }
    Ok(())
}

fn forwarding_tool(url: &str, key: Option<&str>) -> Result<FeedbackTool, Box<dyn Error>> {
    Ok(FeedbackTool::new(Endpoint::new(url, key)?))
}

async fn keeping_tool(options: Options) -> Result<(FeedbackTool, Option<Outbox>), Box<dyn Error>> {
    let store: Arc<dyn FeedbackStore> = match options.db {
        Some(path) => Arc::new(SqliteStore::open(path).await?),
        None => Arc::new(MemoryStore::new()?),
    };
    let key = store.key().await?;
    let issues = IssueTable::default();
    let outbox = match options.collector_url {
        Some(url) => {
            let collector = CollectorUrl::new(&url, options.ingest_key.as_deref())?;
            Some(Outbox::start(Arc::clone(&store), collector, issues.clone()).await?)
        }
        None => None,
    };
    let intake = Intake::new(store, &key)
        .service(options.service)
        .issues(issues);
    Ok((FeedbackTool::new(intake), outbox))
}
