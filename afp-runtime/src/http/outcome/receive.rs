//! The receiving side: the routes of a collector (protocol 3 §5 and §6).

mod authorization;
mod body;
mod problem;
mod reviews;
mod telemetry;

use std::sync::Arc;

use axum::{
    Extension, Json, Router,
    extract::State,
    http::{
        HeaderName, HeaderValue, StatusCode,
        header::{
            ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
            ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_MAX_AGE, CACHE_CONTROL,
        },
    },
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde_json::{Value, json};

use self::problem::Problem;
use crate::{
    http::own_answer::OwnAnswer,
    outcome::{DISCOVERY_PATH, Endpoint, OUTCOMES_PATH, TELEMETRY_PATH},
    store::OutcomeStore,
};

/// Receives reviews and telemetry, as routes that any application can mount.
///
/// `POST /api/v2/outcomes` takes a review for the capability in `Authorization`: at most 8 KiB;
/// the first review of an interaction is kept and answered ever after. `POST
/// /api/v2/telemetry/batches` takes up to 100 events for a product key: at most 256 KiB. `GET
/// /.well-known/agent-feedback-v1.json` describes both. Refusals are JSON
/// `{"error":{"code","message"}}`.
///
/// ```
/// use std::sync::Arc;
/// use afp_runtime::{
///     http::outcome::OutcomeCollector,
///     outcome::Endpoint,
///     store::{MemoryOutcomes, OutcomeStore},
/// };
///
/// # tokio::runtime::Runtime::new()?.block_on(async {
/// let store = Arc::new(MemoryOutcomes::new());
/// let key = store.create_product_key("orders", None).await?;
/// let endpoint = Endpoint::new("https://collector.example")?;
/// let app: axum::Router = OutcomeCollector::new(store, &endpoint).router();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
#[derive(Clone)]
pub struct OutcomeCollector {
    store: Arc<dyn OutcomeStore>,
    discovery: Arc<Value>,
}

impl OutcomeCollector {
    /// A collector that keeps what it gets in a store, and is reached at an endpoint.
    pub fn new(store: Arc<dyn OutcomeStore>, endpoint: &Endpoint) -> Self {
        Self {
            store,
            discovery: Arc::new(discovery(endpoint)),
        }
    }

    /// The routes.
    pub fn router<S: Clone + Send + Sync + 'static>(self) -> Router<S> {
        let refuse = || async { Problem::MethodNotAllowed.into_response() };
        Router::new()
            .route(
                OUTCOMES_PATH,
                post(reviews::submit)
                    .options(preflight)
                    .fallback(refuse)
                    .layer(axum::middleware::map_response(open_to_any_origin)),
            )
            .route(TELEMETRY_PATH, post(telemetry::submit).fallback(refuse))
            .route(
                DISCOVERY_PATH,
                get(describe)
                    .fallback(refuse)
                    .layer(axum::middleware::map_response(open_to_any_origin)),
            )
            .with_state(self)
    }
}

impl std::fmt::Debug for OutcomeCollector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OutcomeCollector").finish_non_exhaustive()
    }
}

fn discovery(endpoint: &Endpoint) -> Value {
    json!({
        "name": "agent-feedback",
        "version": 1,
        "telemetry": { "url": endpoint.telemetry_url() },
        "outcomeSubmission": {
            "url": endpoint.outcomes_url(),
            "requiredFields": {
                "outcome": ["success", "partial", "failure"],
                "note": "8 to 500 characters",
            },
        },
    })
}

async fn describe(State(collector): State<OutcomeCollector>) -> Response {
    (OWN, Json(&*collector.discovery)).into_response()
}

async fn preflight() -> Response {
    let headers = [
        (ACCESS_CONTROL_ALLOW_METHODS, "POST"),
        (ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type"),
        (ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

async fn open_to_any_origin(mut response: Response) -> Response {
    let any = HeaderValue::from_static("*");
    response
        .headers_mut()
        .insert(ACCESS_CONTROL_ALLOW_ORIGIN, any);
    response
}

/// Nothing that is answered here may be kept by a cache.
const PRIVATE: (HeaderName, &str) = (CACHE_CONTROL, "private, no-store");

/// Nothing that is answered here is asked about.
const OWN: Extension<OwnAnswer> = Extension(OwnAnswer);
