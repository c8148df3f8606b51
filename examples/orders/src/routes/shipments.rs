use afp_runtime::AgentError;
use afp_runtime::http::AgentJson;
use axum::response::Response;
use axum::routing::post;
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;

use super::{Routes, ok};

/// Errors of shipments.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum ShipmentError {
    /// A shipment belongs to an order.
    #[error("the shipment names no order")]
    #[afp(
        status = 422, action = ProvideMissingContext, retryable = true,
        expected = "parentOrderId: the order that this shipment belongs to",
    )]
    MissingParent,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewShipment {
    parent_order_id: Option<String>,
}

pub(crate) fn routes() -> Routes {
    Routes::new().route("/api/shipments", post(create))
}

async fn create(AgentJson(shipment): AgentJson<NewShipment>) -> Result<Response, ShipmentError> {
    let parent = shipment
        .parent_order_id
        .ok_or(ShipmentError::MissingParent)?;
    Ok(ok(
        StatusCode::CREATED,
        "shipment",
        json!({ "parentOrderId": parent }),
    ))
}
