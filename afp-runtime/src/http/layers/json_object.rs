use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use tower_layer::Layer;
use tower_service::Service;

use super::StrictJson;
use crate::errors::RequestError;
use crate::http::extract::{expect_json, json_refusal, read_limited};
use crate::repair::check_object;

/// Lets only requests through whose body is a JSON object with enough members.
///
/// For routes whose handlers read the body themselves, or with an extractor of axum. It reads the
/// body up to the limit of the route, checks it, and hands the same bytes on: content type, JSON
/// (strict where [`StrictJson`] is on, which has to be further outside), an object, its number of
/// members. [`AgentJson`](crate::http::AgentJson) needs none of it but the number of members.
///
/// ```
/// use afp_runtime::http::JsonObject;
/// use axum::{Router, body::Bytes, routing::post};
///
/// let store = post(|body: Bytes| async move { format!("{} bytes", body.len()) });
/// let app: Router = Router::new().route("/raw", store.layer(JsonObject::at_least(1)));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct JsonObject {
    members: usize,
}

impl JsonObject {
    /// An object of any number of members.
    #[must_use]
    pub const fn any() -> Self {
        Self { members: 0 }
    }

    /// An object with at least so many members.
    #[must_use]
    pub const fn at_least(members: usize) -> Self {
        Self { members }
    }

    async fn check(self, request: Request) -> Result<Request, RequestError> {
        expect_json(request.headers())?;
        let strictness = StrictJson::of(request.extensions());
        let (parts, body) = request.into_parts();
        let mut head = Request::new(body);
        // The limit stands in the extensions.
        *head.extensions_mut() = parts.extensions.clone();
        let bytes = read_limited(head).await?;
        check_object(&bytes, strictness, self.members)
            .map_err(|diagnosis| json_refusal(*diagnosis))?;
        Ok(Request::from_parts(parts, Body::from(bytes)))
    }
}

impl<S> Layer<S> for JsonObject {
    type Service = JsonObjectService<S>;

    fn layer(&self, inner: S) -> JsonObjectService<S> {
        JsonObjectService {
            inner,
            guard: *self,
        }
    }
}

/// The service of [`JsonObject`].
#[derive(Debug, Clone)]
pub struct JsonObjectService<S> {
    inner: S,
    guard: JsonObject,
}

impl<S> Service<Request> for JsonObjectService<S>
where
    S: Service<Request, Response = Response, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let next = self.inner.clone();
        // The one that was polled ready is the one that is called.
        let mut inner = std::mem::replace(&mut self.inner, next);
        let guard = self.guard;
        Box::pin(async move {
            match guard.check(request).await {
                Ok(request) => inner.call(request).await,
                Err(error) => Ok(error.into_response()),
            }
        })
    }
}
