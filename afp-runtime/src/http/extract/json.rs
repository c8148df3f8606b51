use axum::extract::{FromRequest, OptionalFromRequest, Request};
use http::header;
use serde::de::DeserializeOwned;

use super::{expect_json, json_refusal, read_limited};
use crate::errors::RequestError;
use crate::http::layers::StrictJson;
use crate::repair::read_json;

/// A JSON body as a `T`; in place of axum's `Json`.
///
/// When the body does not fit, the answer is an envelope of [`RequestError`] that says where and
/// why. If the body can be repaired, its `suggestion` is what the agent merges into it to be
/// accepted: that was tried with this very `T` before it was sent. See
/// [`repair`](crate::repair#what-is-repaired) for what is repaired and how far.
///
/// `Content-Type` must be JSON, and no larger body is read than
/// [`BodyLimit`](crate::http::BodyLimit) allows. An array is no struct, and a top-level member
/// that is unknown and `null` counts as absent; otherwise what `serde_json` accepts is accepted.
/// With [`StrictJson`] the body must be strict JSON everywhere.
///
/// `Option<AgentJson<T>>` is `None` for a request without `Content-Type`.
///
/// ```
/// use afp_runtime::http::AgentJson;
/// use axum::{Router, routing::post};
///
/// #[derive(serde::Deserialize)]
/// struct Quote {
///     quantity: u32,
/// }
///
/// async fn quote(AgentJson(quote): AgentJson<Quote>) -> String {
///     format!("{} pieces", quote.quantity)
/// }
///
/// let app: Router = Router::new().route("/quote", post(quote));
/// ```
#[derive(Debug, Clone, Copy, Default)]
#[must_use]
pub struct AgentJson<T>(pub T);

impl<T, S> FromRequest<S> for AgentJson<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = RequestError;

    async fn from_request(request: Request, _: &S) -> Result<Self, RequestError> {
        expect_json(request.headers())?;
        let strictness = StrictJson::of(request.extensions());
        let bytes = read_limited(request).await?;
        match read_json(&bytes, strictness) {
            Ok(value) => Ok(Self(value)),
            Err(diagnosis) => Err(json_refusal(*diagnosis)),
        }
    }
}

impl<T, S> OptionalFromRequest<S> for AgentJson<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = RequestError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, RequestError> {
        if !request.headers().contains_key(header::CONTENT_TYPE) {
            return Ok(None);
        }
        let value = <Self as FromRequest<S>>::from_request(request, state).await?;
        Ok(Some(value))
    }
}

impl<T> From<T> for AgentJson<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T> std::ops::Deref for AgentJson<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> std::ops::DerefMut for AgentJson<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
