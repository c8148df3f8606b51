//! What is remembered of a request until its response is there.

use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Instant,
};

use http::{Extensions, HeaderMap, Method, Request, Uri};

use crate::outcome::{is_reference, is_runtime_hint, operation_of_path};

/// The head of a request, for extractors.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct RequestHead<'a> {
    /// The method.
    pub method: &'a Method,
    /// The URI, in a nested router without the prefix.
    pub uri: &'a Uri,
    /// The headers.
    pub headers: &'a HeaderMap,
    /// What other layers left: an account, a session.
    pub extensions: &'a Extensions,
}

type Extract = Arc<dyn Fn(&RequestHead<'_>) -> Option<String> + Send + Sync>;

/// How the application tells about its requests.
#[derive(Clone, Default)]
pub(super) struct Extractors {
    pub(super) customer_ref: Option<Extract>,
    pub(super) session_ref: Option<Extract>,
    pub(super) runtime_hint: Option<Extract>,
}

/// What the application told about a request.
#[derive(Clone)]
pub(super) struct Extracted {
    pub(super) customer_ref: Option<String>,
    pub(super) session_ref: Option<String>,
    pub(super) runtime_hint: Option<String>,
}

impl Extractors {
    fn run<B>(&self, request: &Request<B>) -> Option<Box<Extracted>> {
        let given = [&self.customer_ref, &self.session_ref, &self.runtime_hint];
        if given.iter().all(|extractor| extractor.is_none()) {
            return None;
        }
        let head = RequestHead {
            method: request.method(),
            uri: request.uri(),
            headers: request.headers(),
            extensions: request.extensions(),
        };
        Some(Box::new(Extracted {
            customer_ref: extract(&self.customer_ref, &head, is_reference),
            session_ref: extract(&self.session_ref, &head, is_reference),
            runtime_hint: extract(&self.runtime_hint, &head, is_runtime_hint),
        }))
    }
}

impl fmt::Debug for Extractors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extractors")
            .field("customer_ref", &self.customer_ref.is_some())
            .field("session_ref", &self.session_ref.is_some())
            .field("runtime_hint", &self.runtime_hint.is_some())
            .finish()
    }
}

/// A request on its way through the service. Small, as it moves with each future around it.
pub(super) struct Visit {
    pub(super) started: Instant,
    /// Nothing where the application has no extractors.
    pub(super) extracted: Option<Box<Extracted>>,
    route: Route,
}

enum Route {
    #[cfg(feature = "axum")]
    Template(axum::extract::MatchedPath),
    #[cfg(feature = "axum")]
    Unmatched,
    Path(Box<str>),
}

impl Visit {
    pub(super) fn begin<B: 'static>(request: &Request<B>, extractors: &Extractors) -> Self {
        Self {
            started: Instant::now(),
            extracted: extractors.run(request),
            route: Route::of(request),
        }
    }

    /// The name of what was called: nothing of the path's values, nothing of the query.
    pub(super) fn operation(&self) -> String {
        match &self.route {
            #[cfg(feature = "axum")]
            Route::Template(path) => crate::outcome::operation_of_template(path.as_str()),
            #[cfg(feature = "axum")]
            Route::Unmatched => crate::outcome::operation_of_template(crate::outcome::UNMATCHED),
            Route::Path(path) => operation_of_path(path),
        }
    }
}

impl Route {
    #[cfg(feature = "axum")]
    fn of<B: 'static>(request: &Request<B>) -> Self {
        match request.extensions().get::<axum::extract::MatchedPath>() {
            Some(path) => Self::Template(path.clone()),
            // The body type tells routers of axum from other tower services.
            None if is_axum_body::<B>() => Self::Unmatched,
            None => Self::Path(request.uri().path().into()),
        }
    }

    #[cfg(not(feature = "axum"))]
    fn of<B: 'static>(request: &Request<B>) -> Self {
        Self::Path(request.uri().path().into())
    }
}

#[cfg(feature = "axum")]
fn is_axum_body<B: 'static>() -> bool {
    std::any::TypeId::of::<B>() == std::any::TypeId::of::<axum::body::Body>()
}

/// The path that patterns are held against: the whole one, also in a nested router.
pub(super) fn whole_path<B>(request: &Request<B>) -> &str {
    #[cfg(feature = "axum")]
    if let Some(uri) = request.extensions().get::<axum::extract::OriginalUri>() {
        return uri.path();
    }
    request.uri().path()
}

/// What an extractor says, if it is of the right form. Its panic is its own: the response goes on.
fn extract(
    extractor: &Option<Extract>,
    head: &RequestHead<'_>,
    fits: fn(&str) -> bool,
) -> Option<String> {
    let extractor = extractor.as_ref()?;
    let value = catch_unwind(AssertUnwindSafe(|| extractor(head))).ok()??;
    fits(&value).then_some(value)
}
