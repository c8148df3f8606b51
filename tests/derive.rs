//! The derive, end to end.

mod messages;
mod registry_snapshot;
mod values;
mod vocabulary;

use afp_runtime::AgentError;
use afp_runtime::errors::{RenderOptions, render};

#[derive(Debug, thiserror::Error, AgentError)]
#[afp(docs_base = "https://api.example.com/errors")]
enum QuoteError {
    /// The market moved since the quote was issued. Raise the ceiling.
    ///
    /// Or ask for a new quote.
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
    #[error(transparent)]
    #[afp(transparent)]
    Store(#[from] StoreError),
}

#[derive(Debug, thiserror::Error, AgentError)]
enum StoreError {
    #[error("the store is busy")]
    #[afp(status = 503, action = WaitAndRetry, expected = "the store answers again in {retry_after_s} s",
        suggestion = { "retry_after_s": "{retry_after_s}" })]
    Busy { retry_after_s: f32 },
}

fn body(error: &dyn AgentError) -> String {
    String::from_utf8(render(error, &RenderOptions::default()).body).unwrap()
}

#[test]
fn an_error_renders_as_its_envelope() {
    let error = QuoteError::PriceDrifted {
        max: 600,
        quote: 600,
        ceiling: 606,
    };
    assert_eq!(
        body(&error),
        r#"{"ok":false,"error":"maxPricePerUnit 600 is below the tolerated price 606","code":"PRICE_DRIFTED","feedback":{"expected":"maxPricePerUnit must be at least 606 (1% above the current quote of 600)","current":{"maxPricePerUnit":600,"currentQuote":600},"suggestion":{"maxPricePerUnit":606},"retryable":true,"action":"retry_with_suggestion","docs_url":"https://api.example.com/errors/PRICE_DRIFTED"}}"#
    );
    let error = QuoteError::from(StoreError::Busy { retry_after_s: 1.5 });
    assert_eq!(
        body(&error),
        r#"{"ok":false,"error":"the store is busy","code":"BUSY","feedback":{"expected":"the store answers again in 1.5 s","current":{},"suggestion":{"retry_after_s":1.5},"retryable":true,"action":"wait_and_retry","docs_url":"https://afp.dev/errors/BUSY"}}"#
    );
    assert_eq!(
        render(&error, &RenderOptions::default()).retry_after_s,
        Some(2)
    );
}
