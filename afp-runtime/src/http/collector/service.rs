use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use axum::routing::any;

use super::answer::Rejection;
use super::keys::Key;
use super::{Collector, ingest, list};
use crate::feedback::ServiceKey;
use crate::http::inbox::json;
use crate::store::{FeedbackStore, IssueTable};

/// A checked collector at work.
pub(super) struct Service {
    pub(super) store: Arc<dyn FeedbackStore>,
    pub(super) duplicates: ServiceKey,
    pub(super) issues: IssueTable,
    ingest_key: Option<Key>,
    admin_key: Option<Key>,
}

type Answer = Result<String, Rejection>;

impl Service {
    pub(super) fn new(
        collector: Collector,
        ingest_key: Option<Key>,
        admin_key: Option<Key>,
    ) -> Self {
        Self {
            store: collector.store,
            duplicates: ServiceKey::new(&collector.store_key),
            issues: collector.issues,
            ingest_key,
            admin_key,
        }
    }

    pub(super) fn into_router(self) -> Router {
        Router::new()
            .route("/v1/records", any(records))
            .route("/v1/summary", any(summary))
            .route("/healthz", any(health))
            .with_state(Arc::new(self))
    }
}

async fn records(State(service): State<Arc<Service>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    finish(if parts.method == Method::POST {
        post_records(&service, &parts, body).await
    } else if is_read(&parts.method) {
        get_records(&service, &parts).await
    } else {
        Err(Rejection::Method("GET, HEAD, POST"))
    })
}

async fn summary(State(service): State<Arc<Service>>, request: Request) -> Response {
    finish(get_summary(&service, &request.into_parts().0).await)
}

async fn health(State(service): State<Arc<Service>>, request: Request) -> Response {
    finish(get_health(&service, &request.into_parts().0).await)
}

async fn post_records(service: &Service, parts: &Parts, body: Body) -> Answer {
    ingest::check_head(&parts.headers)?;
    check_key(service.ingest_key.as_ref(), &parts.headers)?;
    ingest::take(service, ingest::read(body).await?).await
}

async fn get_records(service: &Service, parts: &Parts) -> Answer {
    check_key(service.admin_key.as_ref(), &parts.headers)?;
    let query = list::query(&parts.uri)?;
    Ok(list::page(&service.store.list(query).await?))
}

async fn get_summary(service: &Service, parts: &Parts) -> Answer {
    check_read(&parts.method)?;
    check_key(service.admin_key.as_ref(), &parts.headers)?;
    Ok(list::summary(&service.store.summary().await?))
}

async fn get_health(service: &Service, parts: &Parts) -> Answer {
    check_read(&parts.method)?;
    service.store.summary().await?;
    Ok(r#"{"status":"ok"}"#.to_owned())
}

fn is_read(method: &Method) -> bool {
    method == Method::GET || method == Method::HEAD
}

fn check_read(method: &Method) -> Result<(), Rejection> {
    if is_read(method) {
        Ok(())
    } else {
        Err(Rejection::Method("GET, HEAD"))
    }
}

fn check_key(key: Option<&Key>, headers: &HeaderMap) -> Result<(), Rejection> {
    if key.is_none_or(|key| key.is_shown(headers)) {
        Ok(())
    } else {
        Err(Rejection::Unauthorized)
    }
}

fn finish(answer: Answer) -> Response {
    match answer {
        Ok(body) => json(StatusCode::OK, body),
        Err(rejection) => rejection.into_response(),
    }
}
