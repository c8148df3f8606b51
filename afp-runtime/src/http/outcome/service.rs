//! The service the layer makes.

use std::{
    sync::Arc,
    task::{Context, Poll},
};

use http::{Method, Request, Response};
use http_body::Body;
use tower_service::Service;

use super::{
    body::ContractBody,
    contract::Settings,
    future::OutcomeFuture,
    visit::{Visit, whole_path},
};

/// A service whose eligible responses carry a contract. Made by
/// [`OutcomeContract`](super::OutcomeContract).
#[derive(Debug, Clone)]
pub struct OutcomeService<S> {
    inner: S,
    settings: Arc<Settings>,
}

impl<S> OutcomeService<S> {
    pub(super) fn new(inner: S, settings: Arc<Settings>) -> Self {
        Self { inner, settings }
    }
}

impl<S, A, B> Service<Request<A>> for OutcomeService<S>
where
    S: Service<Request<A>, Response = Response<B>>,
    A: 'static,
    B: Body,
{
    type Response = Response<ContractBody<B>>;
    type Error = S::Error;
    type Future = OutcomeFuture<S::Future, B>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<A>) -> Self::Future {
        let visit = self.settings.asks(&request).then(|| {
            let visit = Visit::begin(&request, &self.settings.extractors);
            (visit, self.settings.clone())
        });
        OutcomeFuture::new(self.inner.call(request), visit)
    }
}

impl Settings {
    fn asks<B>(&self, request: &Request<B>) -> bool {
        self.enabled
            && self.template.is_some()
            && !matches!(*request.method(), Method::HEAD | Method::OPTIONS)
            && self.paths.allows(whole_path(request))
    }
}
