use std::sync::Arc;
use std::time::{Duration, Instant};

use afp_runtime::AgentError;
use axum::extract::State;
use axum::response::Response;
use axum::routing::post;
use http::StatusCode;
use serde_json::json;

use super::{Routes, ok};
use crate::shop::Shop;

const RUNS_FOR: Duration = Duration::from_secs(2);

/// Errors of exports.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum ExportError {
    /// One export runs at a time.
    #[error("an export is running")]
    #[afp(
        status = 409, action = AbortOrRetry,
        expected = "no other export runs; this one ends in {retry_after_s} s (retry_after_s)",
        suggestion = { "retry_after_s": "{retry_after_s}" },
    )]
    ExportInProgress { retry_after_s: u64 },
}

pub(crate) fn routes() -> Routes {
    Routes::new().route("/api/exports", post(start))
}

async fn start(State(shop): State<Arc<Shop>>) -> Result<Response, ExportError> {
    let export_ends = &mut shop.stock().export_ends;
    let now = Instant::now();
    if let Some(left) = export_ends.and_then(|ends| ends.checked_duration_since(now)) {
        return Err(ExportError::ExportInProgress {
            retry_after_s: left.as_secs() + 1,
        });
    }
    *export_ends = Some(now + RUNS_FOR);
    Ok(ok(
        StatusCode::ACCEPTED,
        "export",
        json!({ "runs_for_s": RUNS_FOR.as_secs() }),
    ))
}
