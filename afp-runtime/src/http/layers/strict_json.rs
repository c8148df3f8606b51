use std::task::{Context, Poll};

use axum::extract::Request;
use http::Extensions;
use tower_layer::Layer;
use tower_service::Service;

use crate::repair::Strictness;

/// Makes [`AgentJson`](crate::http::AgentJson) demand strict JSON: no member twice anywhere, no
/// lone surrogate, no number beyond the range of a 64-bit float (see
/// [`check_strict`](crate::repair::check_strict)).
///
/// Without it what `serde_json` demands holds: a member that the type ignores may be there twice.
/// The layer switches it on or off for the routes inside; [`Afp::strict_json`](crate::http::Afp)
/// for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StrictJson(
    /// Whether it is on.
    pub bool,
);

impl StrictJson {
    pub(in crate::http) fn of(extensions: &Extensions) -> Strictness {
        match extensions.get() {
            Some(Self(true)) => Strictness::Full,
            _ => Strictness::Serde,
        }
    }

    pub(in crate::http) fn apply(self, request: &mut Request) {
        request.extensions_mut().insert(self);
    }
}

impl<S> Layer<S> for StrictJson {
    type Service = StrictJsonService<S>;

    fn layer(&self, inner: S) -> StrictJsonService<S> {
        StrictJsonService {
            inner,
            strict: *self,
        }
    }
}

/// The service of [`StrictJson`].
#[derive(Debug, Clone)]
pub struct StrictJsonService<S> {
    inner: S,
    strict: StrictJson,
}

impl<S: Service<Request>> Service<Request> for StrictJsonService<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request) -> S::Future {
        self.strict.apply(&mut request);
        self.inner.call(request)
    }
}
