//! The error envelope over an installed router.

mod discovery;
mod foreign;
mod guards;
mod install;
mod links;
mod panics;
mod short_form;
mod tracing_events;

use afp_runtime::AgentError;
use afp_runtime::errors::{RequestError, StarterError};
use afp_runtime::http::Afp;
use afp_runtime::registry;
use axum::Router;
use axum::body::Body;
use axum::response::Response;
use http_body_util::BodyExt as _;
use serde_json::Value;
use tower::ServiceExt as _;

/// The worked case of the protocol.
#[derive(Debug, thiserror::Error, AgentError)]
enum QuoteError {
    /// The market moved since the quote was issued. Raise the ceiling, or ask for a new quote.
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
}

const DRIFTED: QuoteError = QuoteError::PriceDrifted {
    max: 600,
    quote: 600,
    ceiling: 606,
};

fn afp() -> Afp {
    Afp::new(registry![QuoteError, StarterError, RequestError])
        .docs_base("https://api.example.com/errors")
}

fn request(method: &str, uri: &str) -> http::Request<Body> {
    http::Request::builder()
        .method(method)
        .uri(uri)
        .body(Body::empty())
        .unwrap()
}

async fn send(app: &Router, method: &str, uri: &str) -> Response {
    app.clone().oneshot(request(method, uri)).await.unwrap()
}

async fn text(response: Response) -> String {
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    String::from_utf8(bytes.to_vec()).unwrap()
}

async fn json(response: Response) -> Value {
    assert_eq!(response.headers()["content-type"], "application/json");
    serde_json::from_str(&text(response).await).unwrap()
}

fn header<'a>(response: &'a Response, name: &str) -> Vec<&'a str> {
    response
        .headers()
        .get_all(name)
        .iter()
        .map(|value| value.to_str().unwrap())
        .collect()
}
