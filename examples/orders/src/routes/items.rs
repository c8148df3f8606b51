use std::sync::Arc;

use afp_runtime::AgentError;
use afp_runtime::http::AgentJson;
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use http::StatusCode;
use serde::Deserialize;

use super::{Routes, ok};

use crate::shop::Shop;

const MAX_BATCH: usize = 25;

/// Errors of items.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum ItemsError {
    /// A request takes 25 items at most.
    ///
    /// Send the items in parts of `batchSize`, all of them.
    #[error("{count} items in one request")]
    #[afp(
        status = 413, action = BatchSmaller,
        expected = "at most {limit} items in one request (batchSize)",
        suggestion = { "batchSize": "{limit}" },
    )]
    BatchTooLarge {
        #[afp(current)]
        count: usize,
        limit: usize,
    },
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Bulk {
    items: Vec<Item>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    #[expect(dead_code, reason = "the shop only counts")]
    n: i64,
}

pub(crate) fn routes() -> Routes {
    Routes::new()
        .route("/api/items/bulk", post(add))
        .route("/api/items", get(count))
}

async fn add(
    State(shop): State<Arc<Shop>>,
    AgentJson(Bulk { items }): AgentJson<Bulk>,
) -> Result<Response, ItemsError> {
    if items.len() > MAX_BATCH {
        return Err(ItemsError::BatchTooLarge {
            count: items.len(),
            limit: MAX_BATCH,
        });
    }
    shop.stock().items += items.len() as u64;
    Ok(ok(StatusCode::CREATED, "accepted", items.len()))
}

async fn count(State(shop): State<Arc<Shop>>) -> Response {
    let count = shop.stock().items;
    ok(StatusCode::OK, "count", count)
}
