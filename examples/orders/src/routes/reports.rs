use std::sync::Arc;

use afp_runtime::AgentError;
use afp_runtime::errors::StarterError;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use http::StatusCode;
use serde_json::json;

use super::{Routes, ok, short};
use crate::shop::Shop;

/// Errors of reports.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum ReportError {
    /// The report is being made.
    #[error("report {id} is not ready")]
    #[afp(
        status = 503, action = WaitAndRetry,
        expected = "report {id} is ready; ask again after retry_after_s",
        suggestion = { "retry_after_s": 1 },
    )]
    ReportNotReady { id: String },

    #[error(transparent)]
    #[afp(transparent)]
    Field(#[from] StarterError),
}

pub(crate) fn routes() -> Routes {
    Routes::new().route("/api/reports/{id}", get(show))
}

async fn show(
    State(shop): State<Arc<Shop>>,
    Path(id): Path<String>,
) -> Result<Response, ReportError> {
    short("id", &id)?;
    if shop.stock().reports.insert(&id) {
        return Err(ReportError::ReportNotReady { id });
    }
    Ok(ok(
        StatusCode::OK,
        "report",
        json!({ "id": id, "lines": [] }),
    ))
}
