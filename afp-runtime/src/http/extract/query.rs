use std::borrow::Cow;

use axum::extract::{FromRequestParts, OptionalFromRequestParts, Query};
use http::Uri;
use http::request::Parts;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::de::DeserializeOwned;

use super::refusal::PairsRefusal;
use crate::errors::RequestError;
use crate::repair::{Pairs, diagnose_pairs};

/// The query string as a `T`; in place of axum's `Query`.
///
/// When it does not fit, the answer is [`RequestError::QueryInvalid`]. Its suggestion, if there is
/// one, are parameters to set, and with `null` to take away; it was tried with this very `T`.
/// The protocol's own parameter `feedback` is taken out before the query is read.
///
/// `Option<AgentQuery<T>>` is `None` for a request without query parameters.
#[derive(Debug, Clone, Copy, Default)]
pub struct AgentQuery<T>(pub T);

impl<T, S> FromRequestParts<S> for AgentQuery<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = RequestError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, RequestError> {
        read(&without_feedback(&parts.uri))
    }
}

impl<T, S> OptionalFromRequestParts<S> for AgentQuery<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = RequestError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Self>, RequestError> {
        let uri = without_feedback(&parts.uri);
        match uri.query() {
            None | Some("") => Ok(None),
            Some(_) => read(&uri).map(Some),
        }
    }
}

#[inline]
fn read<T: DeserializeOwned>(uri: &Uri) -> Result<AgentQuery<T>, RequestError> {
    match Query::<T>::try_from_uri(uri) {
        Ok(Query(value)) => Ok(AgentQuery(value)),
        Err(_) => Err(refused::<T>(uri)),
    }
}

#[cold]
fn refused<T: DeserializeOwned>(uri: &Uri) -> RequestError {
    let accepts = |pairs: &[(String, String)]| {
        encoded(pairs).is_some_and(|uri| Query::<T>::try_from_uri(&uri).is_ok())
    };
    let pairs = Query::<Vec<(String, String)>>::try_from_uri(uri);
    let diagnosed = pairs
        .ok()
        .and_then(|Query(pairs)| diagnose_pairs::<T>(&pairs, Pairs::Query));
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

fn encoded(pairs: &[(String, String)]) -> Option<Uri> {
    let mut query = String::from("/?");
    for (name, value) in pairs {
        if query.len() > 2 {
            query.push('&');
        }
        query.extend(utf8_percent_encode(name, NON_ALPHANUMERIC));
        query.push('=');
        query.extend(utf8_percent_encode(value, NON_ALPHANUMERIC));
    }
    query.parse().ok()
}

#[inline]
fn without_feedback(uri: &Uri) -> Cow<'_, Uri> {
    let has_feedback = |query: &str| memchr::memmem::find(query.as_bytes(), b"feedback").is_some();
    if !uri.query().is_some_and(has_feedback) {
        return Cow::Borrowed(uri);
    }
    stripped(uri).map_or(Cow::Borrowed(uri), Cow::Owned)
}

fn stripped(uri: &Uri) -> Option<Uri> {
    let is_feedback = |pair: &&str| pair.split('=').next() == Some("feedback");
    let pairs = uri.query()?.split('&').filter(|pair| !is_feedback(pair));
    let query = pairs.collect::<Vec<_>>().join("&");
    format!("/?{query}").parse().ok()
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
