use axum::Router;
use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::extract::{
    FromRequestParts, MatchedPath, OptionalFromRequestParts, Path, RawPathParams, Request,
};
use axum::routing::any;
use http::request::Parts;
use http::{StatusCode, Uri};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::de::DeserializeOwned;
use tower_service::Service as _;

use super::refusal::PairsRefusal;
use crate::errors::RequestError;
use crate::repair::{Pairs, diagnose_pairs, read_buffered_pairs};

/// The path parameters as a `T`; in place of axum's `Path`.
///
/// When they do not fit, the answer is [`RequestError::PathInvalid`]. Its suggestion, if there is
/// one, are values for parameters of the route, by name; the path that they make was tried with
/// this very `T`. A `T` that can't be read from this route at all is a fault of the service.
///
/// See [`repair`](crate::repair#what-is-repaired) for what is repaired.
///
/// `Option<AgentPath<T>>` is `None` on a route without parameters.
///
/// Numbers and booleans may be in structs under `#[serde(flatten)]` and in internally tagged enums
/// ([`read_buffered_pairs`]). In an untagged enum they stay texts, which serde then refuses: use a
/// type of its own for each route instead.
///
/// ```
/// use afp_runtime::http::AgentPath;
/// use axum::{Router, body::Body, http::Request, routing::get};
/// use tower_service::Service as _;
///
/// #[derive(serde::Deserialize)]
/// struct Report {
///     year: u16,
///     kind: String,
/// }
///
/// async fn report(AgentPath(report): AgentPath<Report>) -> String {
///     format!("{} of {}", report.kind, report.year)
/// }
///
/// let mut app: Router = Router::new().route("/reports/{year}/{kind}", get(report));
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let request = Request::get("/reports/2026/sales").body(Body::empty()).unwrap();
/// assert_eq!(app.call(request).await.unwrap().status(), 200);
/// # });
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct AgentPath<T>(pub T);

impl<T, S> FromRequestParts<S> for AgentPath<T>
where
    T: DeserializeOwned + Send + 'static,
    S: Send + Sync,
{
    type Rejection = RequestError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, RequestError> {
        match <Path<T> as FromRequestParts<S>>::from_request_parts(parts, state).await {
            Ok(Path(value)) => Ok(Self(value)),
            // Boxed, so that a path that fits does not pay for its size.
            Err(rejection) => Box::pin(read_again(&rejection, parts)).await.map(Self),
        }
    }
}

impl<T, S> OptionalFromRequestParts<S> for AgentPath<T>
where
    T: DeserializeOwned + Send + 'static,
    S: Send + Sync,
{
    type Rejection = RequestError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &S,
    ) -> Result<Option<Self>, RequestError> {
        match <Path<T> as OptionalFromRequestParts<S>>::from_request_parts(parts, state).await {
            Ok(value) => Ok(value.map(|Path(value)| Self(value))),
            // Boxed, so that a path that fits does not pay for its size.
            Err(rejection) => {
                let read = Box::pin(read_again(&rejection, parts)).await;
                read.map(|value| Some(Self(value)))
            }
        }
    }
}

async fn read_again<T>(rejection: &PathRejection, parts: &mut Parts) -> Result<T, RequestError>
where
    T: DeserializeOwned + Send + 'static,
{
    if is_fault_of_the_service(rejection) {
        return Err(RequestError::ServerFault);
    }
    let pairs = pairs(parts).await;
    let value = pairs
        .as_deref()
        .and_then(|pairs| read_buffered_pairs(pairs, Pairs::Path));
    match value {
        Some(value) => Ok(value),
        None => Err(refused::<T>(pairs, parts).await),
    }
}

async fn refused<T>(pairs: Option<Vec<(String, String)>>, parts: &Parts) -> RequestError
where
    T: DeserializeOwned + Send + 'static,
{
    let diagnosed = pairs.and_then(|pairs| {
        let (diagnosis, repaired) = diagnose_pairs::<T>(&pairs, Pairs::Path)?;
        Some((
            diagnosis,
            repaired.filter(|repaired| is_same_route(&pairs, &repaired.pairs)),
        ))
    });
    let Some((mut diagnosis, repaired)) = diagnosed else {
        return invalid(PairsRefusal::unexplained());
    };
    if let Some(repaired) = repaired {
        let pattern = parts.extensions.get::<MatchedPath>().cloned();
        if is_accepted::<T>(pattern, &repaired.pairs).await {
            diagnosis.suggestion = Some(repaired.suggestion);
        }
    }
    invalid(PairsRefusal::of(diagnosis))
}

fn invalid(refusal: PairsRefusal) -> RequestError {
    RequestError::PathInvalid {
        path: refusal.path,
        wanted: refusal.wanted,
        current: refusal.current,
        suggestion: refusal.suggestion,
        details: refusal.details,
    }
}

fn is_fault_of_the_service(rejection: &PathRejection) -> bool {
    match rejection {
        PathRejection::FailedToDeserializePathParams(failed) => matches!(
            failed.kind(),
            ErrorKind::WrongNumberOfParameters { .. } | ErrorKind::UnsupportedType { .. }
        ),
        _ => true,
    }
}

async fn pairs(parts: &mut Parts) -> Option<Vec<(String, String)>> {
    let raw = RawPathParams::from_request_parts(parts, &()).await.ok()?;
    Some(owned(&raw))
}

fn owned(raw: &RawPathParams) -> Vec<(String, String)> {
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    raw.iter().map(owned).collect()
}

/// A path keeps all of its parameters, and each has a value.
fn is_same_route(sent: &[(String, String)], repaired: &[(String, String)]) -> bool {
    let same = |((one, _), (two, value)): (&(String, _), &(String, String))| {
        one == two && !value.is_empty()
    };
    sent.len() == repaired.len() && sent.iter().zip(repaired).all(same)
}

/// Routes the path that the agent then asks for, and reads its parameters as this extractor does.
async fn is_accepted<T>(pattern: Option<MatchedPath>, pairs: &[(String, String)]) -> bool
where
    T: DeserializeOwned + Send + 'static,
{
    let Some(pattern) = pattern.as_ref().map(MatchedPath::as_str) else {
        return false;
    };
    let Some(uri) = filled(pattern, pairs) else {
        return false;
    };
    let read = |path: Result<Path<T>, PathRejection>, raw: RawPathParams| {
        let is_accepted =
            path.is_ok() || read_buffered_pairs::<T>(&owned(&raw), Pairs::Path).is_some();
        std::future::ready(if is_accepted {
            StatusCode::OK
        } else {
            StatusCode::BAD_REQUEST
        })
    };
    let mut router: Router = Router::new().without_v07_checks().route(pattern, any(read));
    let mut request: Request = Request::default();
    *request.uri_mut() = uri;
    match router.call(request).await {
        Ok(answer) => answer.status() == StatusCode::OK,
        Err(never) => match never {},
    }
}

/// What a path segment may hold besides letters and digits (RFC 3986 §3.3).
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// What the rest of a path may hold.
const REST: &AsciiSet = &SEGMENT.remove(b'/');

/// The pattern of a route with the parameters in their places.
fn filled(pattern: &str, pairs: &[(String, String)]) -> Option<Uri> {
    let mut path = pattern.to_owned();
    for (name, value) in pairs {
        let one = format!("{{{name}}}");
        let rest = format!("{{*{name}}}");
        if path.contains(&one) {
            path = path.replace(&one, &utf8_percent_encode(value, SEGMENT).to_string());
        } else {
            path = path.replace(&rest, &utf8_percent_encode(value, REST).to_string());
        }
    }
    path.parse().ok()
}

impl<T> std::ops::Deref for AgentPath<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> std::ops::DerefMut for AgentPath<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
