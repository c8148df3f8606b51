use afp_runtime::AgentError;
use afp_runtime::errors::StarterError;
use afp_runtime::http::AgentJson;
use axum::response::Response;
use axum::routing::post;
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;

use super::{Routes, ok};

/// Errors of the search.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum SearchError {
    /// The member `query` is called `q` now.
    #[error("query was renamed to q")]
    #[afp(
        status = 400, action = UseDifferentField, retryable = true,
        expected = "the words to look for in q: {query:?}",
        suggestion = { "q": "{query}" },
    )]
    RenamedField {
        #[afp(current)]
        query: String,
    },

    #[error(transparent)]
    #[afp(transparent)]
    Field(#[from] StarterError),
}

/// The old name is taken beside the new one, so that a merged request goes through.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    q: Option<String>,
    query: Option<String>,
}

pub(crate) fn routes() -> Routes {
    Routes::new().route("/api/search", post(search))
}

async fn search(AgentJson(search): AgentJson<Search>) -> Result<Response, SearchError> {
    match (search.q, search.query) {
        (Some(q), _) => Ok(ok(StatusCode::OK, "results", json!([{ "title": q }]))),
        (None, Some(query)) => Err(SearchError::RenamedField { query }),
        (None, None) => Err(StarterError::MissingField {
            field: "q".into(),
            value: None,
        }
        .into()),
    }
}
