//! The same error, answered in different ways; all bodies carry the same block.

use std::fmt::{self, Write as _};

use afp_runtime::AgentError;
use axum::Json;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;
use http::{HeaderValue, StatusCode, header};
use http_api_problem::HttpApiProblem;
use http_body_util::BodyExt as _;
use masterror::{AppError, AppErrorKind};
use problem_details::ProblemDetails;
use serde::Serialize;

pub(crate) struct Subject {
    pub(crate) name: &'static str,
    /// Does it once; the size of the body.
    pub(crate) run: fn() -> usize,
}

/// The first is what the ratios refer to.
pub(crate) const SUBJECTS: [Subject; 7] = [
    Subject {
        name: "Serialize struct + Json",
        run: || collect(by_struct()),
    },
    Subject {
        name: "hand-tuned bytes",
        run: || collect(by_hand()),
    },
    Subject {
        name: "afp derive",
        run: || collect(by_derive()),
    },
    Subject {
        name: "afp, Display by hand",
        run: || collect(by_derive_without_message()),
    },
    Subject {
        name: "problem_details",
        run: || collect(by_problem_details()),
    },
    Subject {
        name: "http-api-problem",
        run: || collect(by_http_api_problem()),
    },
    Subject {
        name: "masterror",
        run: || collect(by_masterror()),
    },
];

pub(crate) fn collect(response: Response) -> usize {
    let body = response.into_body().collect().now_or_never();
    body.and_then(Result::ok)
        .map_or(0, |body| body.to_bytes().len())
}

/// Every subject starts from the same value.
#[derive(Debug, thiserror::Error, AgentError)]
#[afp(docs_base = "https://api.example.com/errors")]
pub(crate) enum QuoteError {
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

/// The same error with a message that the derive can't read.
#[derive(Debug, AgentError)]
#[afp(docs_base = "https://api.example.com/errors")]
enum UnreadError {
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

impl fmt::Display for UnreadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::PriceDrifted { max, ceiling, .. } = self;
        write!(
            f,
            "maxPricePerUnit {max} is below the tolerated price {ceiling}"
        )
    }
}

impl std::error::Error for UnreadError {}

#[inline(never)]
pub(crate) fn error() -> QuoteError {
    let value = std::hint::black_box(600);
    QuoteError::PriceDrifted {
        max: value,
        quote: value,
        ceiling: value + value / 100,
    }
}

fn by_derive() -> Response {
    error().into_response()
}

fn by_derive_without_message() -> Response {
    let QuoteError::PriceDrifted {
        max,
        quote,
        ceiling,
    } = error();
    let error = UnreadError::PriceDrifted {
        max,
        quote,
        ceiling,
    };
    error.into_response()
}

#[derive(Serialize)]
struct Envelope {
    ok: bool,
    error: String,
    code: &'static str,
    feedback: Feedback,
}

#[derive(Serialize)]
struct Feedback {
    expected: String,
    current: Current,
    suggestion: Option<Suggestion>,
    retryable: bool,
    action: &'static str,
    docs_url: &'static str,
}

#[derive(Serialize)]
struct Current {
    #[serde(rename = "maxPricePerUnit")]
    max: u64,
    #[serde(rename = "currentQuote")]
    quote: u64,
}

#[derive(Serialize)]
struct Suggestion {
    #[serde(rename = "maxPricePerUnit")]
    max: u64,
}

fn feedback(error: &QuoteError) -> Feedback {
    let QuoteError::PriceDrifted {
        max,
        quote,
        ceiling,
    } = *error;
    Feedback {
        expected: format!(
            "maxPricePerUnit must be at least {ceiling} (1% above the current quote of {quote})"
        ),
        current: Current { max, quote },
        suggestion: Some(Suggestion { max: ceiling }),
        retryable: true,
        action: "retry_with_suggestion",
        docs_url: "https://api.example.com/errors/PRICE_DRIFTED",
    }
}

fn by_struct() -> Response {
    let error = error();
    let envelope = Envelope {
        ok: false,
        error: error.to_string(),
        code: "PRICE_DRIFTED",
        feedback: feedback(&error),
    };
    (StatusCode::CONFLICT, Json(envelope)).into_response()
}

/// What one would write who knows that nothing in here needs an escape.
fn by_hand() -> Response {
    let error = error();
    let QuoteError::PriceDrifted {
        max,
        quote,
        ceiling,
    } = error;
    let mut numbers = [
        itoa::Buffer::new(),
        itoa::Buffer::new(),
        itoa::Buffer::new(),
    ];
    let [max, quote, ceiling] = {
        let [a, b, c] = &mut numbers;
        [a.format(max), b.format(quote), c.format(ceiling)]
    };
    let mut body = String::with_capacity(512);
    body.push_str("{\"ok\":false,\"error\":\"");
    let _ = write!(body, "{error}");
    for piece in [
        "\",\"code\":\"PRICE_DRIFTED\",\"feedback\":{\"expected\":\"maxPricePerUnit must be at least ",
        ceiling,
        " (1% above the current quote of ",
        quote,
        ")\",\"current\":{\"maxPricePerUnit\":",
        max,
        ",\"currentQuote\":",
        quote,
        "},\"suggestion\":{\"maxPricePerUnit\":",
        ceiling,
        "},\"retryable\":true,\"action\":\"retry_with_suggestion\",\"docs_url\":\"https://api.example.com/errors/PRICE_DRIFTED\"}}",
    ] {
        body.push_str(piece);
    }
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = StatusCode::CONFLICT;
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    response
}

#[derive(Serialize)]
struct Block {
    code: &'static str,
    feedback: Feedback,
}

fn by_problem_details() -> Response {
    let error = error();
    ProblemDetails::from_status_code(StatusCode::CONFLICT)
        .with_detail(error.to_string())
        .with_extensions(Block {
            code: "PRICE_DRIFTED",
            feedback: feedback(&error),
        })
        .into_response()
}

fn by_http_api_problem() -> Response {
    let error = error();
    HttpApiProblem::with_title(StatusCode::CONFLICT)
        .detail(error.to_string())
        .value("code", &"PRICE_DRIFTED")
        .value("feedback", &feedback(&error))
        .to_axum_response()
}

fn by_masterror() -> Response {
    let error = error();
    let details = serde_json::to_value(feedback(&error)).unwrap_or_default();
    AppError::new(AppErrorKind::Conflict, error.to_string())
        .with_details_json(details)
        .into_response()
}
