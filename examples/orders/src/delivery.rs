//! Feedback on its way to a collector, and a collector.

use std::sync::Arc;

use afp_runtime::delivery::{CollectorUrl, Outbox};
use afp_runtime::http::{Collector, Inbox};
use afp_runtime::store::MemoryStore;
use axum::Router;

use crate::options::Options;

type Failed = Box<dyn std::error::Error>;

/// Forwards what the inbox keeps, where a collector is named.
pub(crate) async fn outbox(options: &Options, inbox: &Inbox) -> Result<Option<Outbox>, Failed> {
    let Some(url) = &options.collector_url else {
        return Ok(None);
    };
    let collector = CollectorUrl::new(url, options.ingest_key.as_deref())?;
    Ok(Some(
        Outbox::start(inbox.store(), collector, inbox.issue_table()).await?,
    ))
}

/// A collector below `/collector`, in memory, where a key for it is given.
pub(crate) async fn collector(options: &Options) -> Result<Router, Failed> {
    let Some(key) = &options.serve_collector else {
        return Ok(Router::new());
    };
    let collector = Collector::new(Arc::new(MemoryStore::new()?)).await?;
    let routes = collector.ingest_key(key).admin_key(key).router();
    Ok(Router::new().nest("/collector", routes))
}
