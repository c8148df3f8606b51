use std::borrow::Cow;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use http::request::Parts;
use serde::de::DeserializeOwned;

use super::refusal::PairsRefusal;
use crate::errors::RequestError;
use crate::repair::{Pairs, diagnose_pairs, read_buffered_pairs};

/// The query string as a `T`; in place of axum's `Query`.
///
/// When it does not fit, the answer is [`RequestError::QueryInvalid`]. Its suggestion, if there is
/// one, are parameters to set, and with `null` to take away; it was tried with this very `T`.
/// See [`repair`](crate::repair#what-is-repaired) for what is repaired. The protocol's own
/// parameter `feedback` is taken out before the query is read.
///
/// `Option<AgentQuery<T>>` is `None` for a request without query parameters.
///
/// Numbers and booleans may be in structs under `#[serde(flatten)]` and in internally tagged enums
/// ([`read_buffered_pairs`]); each costs one more deserialization there, and there may be 32. In an
/// untagged enum they stay texts, which serde then refuses: use an `Option` for each parameter
/// instead.
///
/// ```
/// use afp_runtime::http::AgentQuery;
/// use axum::extract::FromRequestParts as _;
///
/// #[derive(serde::Deserialize)]
/// struct Search {
///     name: String,
///     #[serde(flatten)]
///     page: Page,
/// }
/// #[derive(serde::Deserialize)]
/// struct Page {
///     page_size: u8,
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let request = http::Request::get("/?name=a&page_size=20").body(()).unwrap();
/// let (mut parts, ()) = request.into_parts();
/// let AgentQuery(search) = AgentQuery::<Search>::from_request_parts(&mut parts, &()).await.unwrap();
/// assert_eq!((&*search.name, search.page.page_size), ("a", 20));
/// # });
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct AgentQuery<T>(pub T);

impl<T, S> FromRequestParts<S> for AgentQuery<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = RequestError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, RequestError> {
        read(&without_feedback(parts.uri.query().unwrap_or_default()))
    }
}

impl<T, S> OptionalFromRequestParts<S> for AgentQuery<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = RequestError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Self>, RequestError> {
        match &*without_feedback(parts.uri.query().unwrap_or_default()) {
            "" => Ok(None),
            query => read(query).map(Some),
        }
    }
}

#[inline]
fn read<T: DeserializeOwned>(query: &str) -> Result<AgentQuery<T>, RequestError> {
    match serde_urlencoded::from_str(query) {
        Ok(value) => Ok(AgentQuery(value)),
        Err(_) => read_again(query),
    }
}

#[cold]
fn read_again<T: DeserializeOwned>(query: &str) -> Result<AgentQuery<T>, RequestError> {
    let pairs: Option<Vec<(String, String)>> = serde_urlencoded::from_str(query).ok();
    let value = pairs
        .as_deref()
        .and_then(|pairs| read_buffered_pairs(pairs, Pairs::Query));
    value
        .map(AgentQuery)
        .ok_or_else(|| refused::<T>(pairs.as_deref()))
}

fn refused<T: DeserializeOwned>(pairs: Option<&[(String, String)]>) -> RequestError {
    let accepts = |pairs: &[(String, String)]| {
        let query = serde_urlencoded::to_string(pairs);
        query.is_ok_and(|query| serde_urlencoded::from_str::<T>(&query).is_ok())
            || read_buffered_pairs::<T>(pairs, Pairs::Query).is_some()
    };
    let diagnosed = pairs.and_then(|pairs| diagnose_pairs::<T>(pairs, Pairs::Query));
    let refusal = diagnosed.map_or_else(PairsRefusal::unexplained, |(mut diagnosis, repaired)| {
        let repaired = repaired.filter(|repaired| accepts(&repaired.pairs));
        diagnosis.suggestion = repaired.map(|repaired| repaired.suggestion);
        PairsRefusal::of(diagnosis)
    });
    RequestError::QueryInvalid {
        path: refusal.path,
        wanted: refusal.wanted,
        current: refusal.current,
        suggestion: refusal.suggestion,
        details: refusal.details,
    }
}

#[inline]
fn without_feedback(query: &str) -> Cow<'_, str> {
    // `feedback` holds one of the few `k`s of a query.
    let bytes = query.as_bytes();
    if memchr::memchr_iter(b'k', bytes).any(|k| bytes[..=k].ends_with(b"feedback")) {
        return Cow::Owned(stripped(query));
    }
    Cow::Borrowed(query)
}

fn stripped(query: &str) -> String {
    let is_feedback = |pair: &&str| pair.split('=').next() == Some("feedback");
    let pairs = query.split('&').filter(|pair| !is_feedback(pair));
    pairs.collect::<Vec<_>>().join("&")
}

impl<T> std::ops::Deref for AgentQuery<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> std::ops::DerefMut for AgentQuery<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
