//! The layer that `Afp::install` puts around every route and the fallback.

use std::any::Any;
use std::convert::Infallible;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::HttpBody as _;
use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use axum::routing::Route;
use http::{HeaderValue, Method, StatusCode, header};
use pin_project_lite::pin_project;
use tower_layer::Layer;
use tower_service::Service;

use super::asked::{Asked, asks_for_short_form};
use super::foreign;
use crate::errors::StarterError;
use crate::http::install::App;
use crate::http::respond::respond;
use crate::http::scope::{self, Scope};

#[derive(Clone, Debug)]
pub(in crate::http) struct EnvelopeLayer {
    app: Arc<App>,
}

impl EnvelopeLayer {
    pub(in crate::http) fn new(app: Arc<App>) -> Self {
        Self { app }
    }
}

impl Layer<Route> for EnvelopeLayer {
    type Service = EnvelopeService;

    fn layer(&self, inner: Route) -> EnvelopeService {
        EnvelopeService {
            app: self.app.clone(),
            inner,
        }
    }
}

#[derive(Clone, Debug)]
pub(in crate::http) struct EnvelopeService {
    app: Arc<App>,
    inner: Route,
}

impl Service<Request> for EnvelopeService {
    type Response = Response;
    type Error = Infallible;
    type Future = EnvelopeFuture<<Route as Service<Request>>::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        <Route as Service<Request>>::poll_ready(&mut self.inner, cx)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        let asked = Asked::of(&request, &self.app);
        let short = asks_for_short_form(&asked.uri);
        let mut scope = Some(Scope {
            app: self.app.clone(),
            short,
        });
        let unknown = !asked.matched
            && self.app.claims(asked.uri.path())
            && !self.app.probe.is_routed(&asked.method, &asked.uri);
        let step = if unknown {
            Step::Unknown
        } else {
            self.app.guard(&mut request);
            let call = || self.inner.call(request);
            match scope::enter(&mut scope, || catch_unwind(AssertUnwindSafe(call))) {
                Ok(future) => Step::Inner { future },
                Err(payload) => {
                    discard(payload);
                    Step::Panicked
                }
            }
        };
        EnvelopeFuture { step, asked, scope }
    }
}

pin_project! {
    /// The answer of a route, as an envelope when it failed.
    pub(in crate::http) struct EnvelopeFuture<F> {
        #[pin]
        step: Step<F>,
        asked: Asked,
        scope: Option<Scope>,
    }
}

pin_project! {
    #[project = StepProjection]
    enum Step<F> {
        /// The route is at work.
        Inner { #[pin] future: F },
        /// Calling the route panicked.
        Panicked,
        /// There is no such path.
        Unknown,
    }
}

impl<F: Future<Output = Result<Response, Infallible>>> Future for EnvelopeFuture<F> {
    type Output = Result<Response, Infallible>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let step = this.step;
        let answer = scope::enter(this.scope, || match step.project() {
            StepProjection::Panicked => Poll::Ready(respond(&StarterError::Internal)),
            StepProjection::Unknown => Poll::Ready(StatusCode::NOT_FOUND.into_response()),
            StepProjection::Inner { future } => {
                internal_if_panics(|| future.poll(cx).map(|Ok(answer)| answer), Poll::Ready)
            }
        });
        answer.map(|answer| Ok(finish(answer, this.asked, this.scope)))
    }
}

/// Makes a failed answer an envelope, if it is none, and leads it to the feedback endpoint.
fn finish(answer: Response, asked: &Asked, scope: &mut Option<Scope>) -> Response {
    let status = answer.status();
    let app = match scope {
        Some(scope) if status.is_client_error() || status.is_server_error() => scope.app.clone(),
        _ => return answer,
    };
    // A foreign body is read and dropped in there: code of the application.
    let mut answer = scope::enter(scope, || {
        internal_if_panics(|| foreign::wrap(answer, asked, &app), |internal| internal)
    });
    if let Some(link) = &app.link {
        link.append_once(answer.headers_mut());
    }
    if asked.method == Method::HEAD {
        keep_only_length(&mut answer);
    }
    answer
}

/// `INTERNAL` when `work` panics.
fn internal_if_panics<R>(work: impl FnOnce() -> R, internal: impl FnOnce(Response) -> R) -> R {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result,
        Err(payload) => {
            discard(payload);
            internal(respond(&StarterError::Internal))
        }
    }
}

/// Drops what a panic left; should that panic as well, it is forgotten.
fn discard(payload: Box<dyn Any + Send>) {
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(second);
    }
}

/// The head of an answer to HEAD (RFC 9110 §9.3.2); axum sees to it on routes, not on fallbacks.
fn keep_only_length(answer: &mut Response) {
    let length = std::mem::take(answer.body_mut()).size_hint().exact();
    if let Some(length) = length.filter(|length| *length > 0) {
        answer
            .headers_mut()
            .insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    }
}
