use std::convert::Infallible;
use std::future::{Ready, ready};
use std::task::{Context, Poll};

use axum::Router;
use axum::body::Body;
use axum::extract::{MatchedPath, Request};
use axum::response::Response;
use axum::routing::Route;
use futures_util::FutureExt as _;
use http::{HeaderValue, Method, Uri, header};
use tower_layer::Layer;
use tower_service::Service;

/// A router with the application's paths and methods, and none of its handlers.
///
/// axum adds `Allow` to a 405 outside of every layer, and tells a layer nothing about a fallback;
/// asking this router for the same request finds out both, without running application code.
#[derive(Clone, Debug)]
pub(in crate::http) struct Probe(Router);

impl Probe {
    pub(super) fn new(router: &Router) -> Self {
        let empty = router.clone().layer(Answer { routed: false });
        Self(if router.has_routes() {
            empty.route_layer(Answer { routed: true })
        } else {
            empty
        })
    }

    /// Whether a route, not the fallback, answers this path.
    pub(in crate::http) fn is_routed(&self, method: &Method, uri: &Uri) -> bool {
        self.ask(method, uri)
            .is_some_and(|answer| answer.extensions().get::<Routed>().is_some())
    }

    /// The methods of a path that refuses `method`; `None` when it does not refuse it.
    pub(in crate::http) fn allow(&self, method: &Method, uri: &Uri) -> Option<HeaderValue> {
        self.ask(method, uri)?.headers_mut().remove(header::ALLOW)
    }

    /// Whether there is a route of exactly this path.
    pub(super) fn has_route(&self, path: &str) -> bool {
        let Ok(uri) = path.parse() else { return false };
        let answer = self.ask(&Method::GET, &uri);
        let routed = answer
            .as_ref()
            .and_then(|answer| answer.extensions().get::<Routed>());
        routed.is_some_and(|routed| routed.path.as_deref() == Some(path))
    }

    fn ask(&self, method: &Method, uri: &Uri) -> Option<Response> {
        let mut request = Request::new(Body::empty());
        *request.method_mut() = method.clone();
        *request.uri_mut() = uri.clone();
        // Every service in there is ready, and so is its answer.
        self.0
            .clone()
            .call(request)
            .now_or_never()
            .map(|answer| match answer {
                Ok(answer) => answer,
            })
    }
}

/// A route answered; with its template where there is one.
#[derive(Clone, Debug)]
struct Routed {
    path: Option<String>,
}

/// Takes the place of every service.
#[derive(Clone, Copy, Debug)]
struct Answer {
    routed: bool,
}

impl Layer<Route> for Answer {
    type Service = Self;

    fn layer(&self, _: Route) -> Self {
        *self
    }
}

impl Service<Request> for Answer {
    type Response = Response;
    type Error = Infallible;
    type Future = Ready<Result<Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let mut answer = Response::default();
        if self.routed {
            let path = request.extensions().get::<MatchedPath>();
            answer.extensions_mut().insert(Routed {
                path: path.map(|path| path.as_str().to_owned()),
            });
        }
        ready(Ok(answer))
    }
}
