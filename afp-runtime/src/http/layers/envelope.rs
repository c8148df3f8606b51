//! The layer that `Afp::install` puts around every route and the fallback.

use std::convert::Infallible;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::HttpBody as _;
use axum::extract::{MatchedPath, Request};
use axum::response::{IntoResponse as _, Response};
use axum::routing::Route;
use http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use pin_project_lite::pin_project;
use tower_layer::Layer;
use tower_service::Service;

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

/// What is known of the request once it is gone.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) method: Method,
    pub(super) uri: Uri,
    /// Whether a route, not the fallback, answers.
    pub(super) matched: bool,
    /// Whether an answer in HTML stays: by configuration, or since the caller named HTML.
    pub(super) takes_html: bool,
}

impl Asked {
    fn of(request: &Request, app: &App) -> Self {
        Self {
            method: request.method().clone(),
            uri: request.uri().clone(),
            matched: request.extensions().get::<MatchedPath>().is_some(),
            takes_html: !app.wrap_html || names_html(request.headers()),
        }
    }
}

fn names_html(headers: &HeaderMap) -> bool {
    let mut accepted = headers.get_all(header::ACCEPT).iter();
    accepted.any(|accept| {
        accept
            .as_bytes()
            .to_ascii_lowercase()
            .windows(9)
            .any(|word| word == b"text/html")
    })
}

/// Whether the query asks for the short form.
fn asks_for_short_form(uri: &Uri) -> bool {
    uri.query()
        .is_some_and(|query| query.split('&').any(|pair| pair == "feedback=none"))
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
                Err(_) => Step::Panicked,
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
                match catch_unwind(AssertUnwindSafe(|| future.poll(cx))) {
                    Ok(poll) => poll.map(|answer| match answer {
                        Ok(answer) => answer,
                    }),
                    Err(_) => Poll::Ready(respond(&StarterError::Internal)),
                }
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
    let mut answer = scope::enter(scope, || foreign::wrap(answer, asked, &app));
    if let Some(link) = &app.link {
        link.append_once(answer.headers_mut());
    }
    if asked.method == Method::HEAD {
        keep_only_length(&mut answer);
    }
    answer
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
