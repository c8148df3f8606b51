use afp_runtime::AgentError;
use afp_runtime::errors::StarterError;
use afp_runtime::http::AgentJson;
use axum::extract::Path;
use axum::response::Response;
use axum::routing::{delete, post};
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;

use super::{Routes, ok, short};

const QUOTE: u64 = 600;
/// 1 % above the quote.
const CEILING: u64 = QUOTE + QUOTE / 100;

/// Errors of quotes and orders.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum OrderError {
    /// The market moved since the quote was issued.
    ///
    /// Raise the ceiling to the suggested price, or ask for a new quote.
    #[error("maxPricePerUnit {max} is below the tolerated price {ceiling}")]
    #[afp(
        status = 409, action = RetryWithSuggestion, retryable = true,
        expected = "maxPricePerUnit must be at least {ceiling} (1% above the current quote of {quote})",
        suggestion = { "maxPricePerUnit": "{ceiling}" },
    )]
    PriceDrifted {
        #[afp(current = "maxPricePerUnit")]
        max: u64,
        #[afp(current = "currentQuote")]
        quote: u64,
        ceiling: u64,
    },

    /// The order has left the house and can't be deleted.
    #[error("order {id} was shipped")]
    #[afp(
        status = 409, action = NoActionPossible,
        expected = "order {id} is not shipped yet",
    )]
    OrderShipped { id: String },

    #[error(transparent)]
    #[afp(transparent)]
    Field(#[from] StarterError),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct QuoteRequest {
    product_id: String,
    side: Side,
    quantity: u64,
    max_price_per_unit: u64,
    customer_id: String,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Side {
    Buy,
    Sell,
}

impl Side {
    fn as_str(self) -> &'static str {
        match self {
            Self::Buy => "buy",
            Self::Sell => "sell",
        }
    }
}

pub(crate) fn routes() -> Routes {
    Routes::new()
        .route("/api/orders/quote", post(quote))
        .route("/api/orders/{id}", delete(remove))
}

async fn quote(AgentJson(request): AgentJson<QuoteRequest>) -> Result<Response, OrderError> {
    let max = request.max_price_per_unit;
    if max < CEILING {
        return Err(OrderError::PriceDrifted {
            max,
            quote: QUOTE,
            ceiling: CEILING,
        });
    }
    let quote = json!({
        "productId": request.product_id,
        "customerId": request.customer_id,
        "side": request.side.as_str(),
        "quantity": request.quantity,
        "pricePerUnit": QUOTE,
        "total": request.quantity.saturating_mul(QUOTE),
    });
    Ok(ok(StatusCode::OK, "quote", quote))
}

async fn remove(Path(id): Path<String>) -> Result<Response, OrderError> {
    short("id", &id)?;
    Err(OrderError::OrderShipped { id })
}
