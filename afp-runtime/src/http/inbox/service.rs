use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, LINK, ORIGIN};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::Response;
use axum::routing::any;

use super::address::TrustedProxies;
use super::answer::{Rejection, json};
use super::limit::Limiter;
use super::settings::{self, InboxError};
use super::{Auth, Cors, Inbox};
use crate::feedback::{FeedbackType, SPEC_VERSION};
use crate::store::Intake;

/// Where the discovery document stands.
pub(super) const DISCOVERY_PATH: &str = "/.well-known/agent-feedback";

/// A checked inbox at work.
pub(super) struct Service {
    pub(super) intake: Intake,
    pub(super) auth: Auth,
    pub(super) account_secret: Vec<u8>,
    pub(super) limiter: Option<Limiter>,
    pub(super) proxies: TrustedProxies,
    pub(super) max_bytes: usize,
    pub(super) cors: Cors,
    path: String,
    link: HeaderValue,
    discovery: String,
}

impl Service {
    pub(super) fn new(inbox: Inbox) -> Result<Self, InboxError> {
        settings::check(&inbox)?;
        inbox.cors.check()?;
        let endpoint = settings::endpoint(&inbox)?;
        if inbox.base_url.is_none() {
            tracing::warn!(
                target: "afp::feedback",
                "no base URL is set: discovery names the path alone"
            );
        }
        let link = HeaderValue::from_str(&inbox.link())
            .map_err(|_| InboxError("the path cannot stand in a header".into()))?;
        let intake = Intake::new(inbox.store, &inbox.key)
            .service(inbox.service)
            .redact_emails(inbox.redact_emails)
            .issues(inbox.issues);
        Ok(Self {
            intake,
            proxies: TrustedProxies::new(&inbox.proxies)?,
            discovery: discovery(&endpoint, inbox.max_bytes, &inbox.auth),
            account_secret: inbox.account_secret.unwrap_or_else(|| inbox.key.to_vec()),
            auth: inbox.auth,
            limiter: inbox.limit.map(Limiter::new),
            max_bytes: inbox.max_bytes,
            cors: inbox.cors,
            path: inbox.path,
            link,
        })
    }

    pub(super) fn into_router(self) -> Router {
        let path = self.path.clone();
        Router::new()
            .route(&path, any(feedback))
            .route(DISCOVERY_PATH, any(discover))
            .with_state(Arc::new(self))
    }

    /// What every answer of the inbox carries: CORS, and on errors the Link header.
    fn finish(&self, origin: Option<&HeaderValue>, mut response: Response) -> Response {
        self.cors.allow(origin, response.headers_mut());
        let failed = response.status().is_client_error() || response.status().is_server_error();
        if failed {
            response.headers_mut().append(LINK, self.link.clone());
        }
        response
    }
}

fn discovery(endpoint: &str, max_bytes: usize, auth: &Auth) -> String {
    let types: Vec<&str> = FeedbackType::ALL.iter().map(|kind| kind.as_str()).collect();
    let text = |text: &str| serde_json::Value::from(text).to_string();
    format!(
        r#"{{"spec_version":{},"endpoint":{},"types":{},"max_bytes":{max_bytes},"auth":{}}}"#,
        text(SPEC_VERSION),
        text(endpoint),
        serde_json::Value::from(types),
        text(auth.word()),
    )
}

async fn feedback(State(service): State<Arc<Service>>, request: Request) -> Response {
    let origin = request.headers().get(ORIGIN).cloned();
    let response = if service
        .cors
        .is_preflight(request.method(), request.headers())
    {
        preflight("POST")
    } else {
        match super::submit::submit(&service, request).await {
            Ok(acknowledgement) => json(StatusCode::ACCEPTED, acknowledgement.to_json()),
            Err(rejection) => rejection.into_response(),
        }
    };
    service.finish(origin.as_ref(), response)
}

async fn discover(State(service): State<Arc<Service>>, request: Request) -> Response {
    let origin = request.headers().get(ORIGIN);
    let method = request.method();
    let response = if service.cors.is_preflight(method, request.headers()) {
        preflight("GET, HEAD")
    } else if method == Method::GET || method == Method::HEAD {
        let mut response = json(StatusCode::OK, service.discovery.clone());
        let cached = HeaderValue::from_static("public, max-age=3600");
        response.headers_mut().insert(CACHE_CONTROL, cached);
        response
    } else {
        Rejection::Method("GET, HEAD").into_response()
    };
    service.finish(origin, response)
}

fn preflight(methods: &'static str) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    Cors::allow_request(methods, response.headers_mut());
    response
}
