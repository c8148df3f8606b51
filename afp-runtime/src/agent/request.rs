//! What an agent asks: method, URL, header fields, body. No IO.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use bytes::Bytes;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, IF_MODIFIED_SINCE, IF_NONE_MATCH};
use http::{HeaderMap, HeaderValue, Method};
use url::{Origin, Url};

use super::members;

mod build;
mod path;

pub use self::build::{InvalidRequest, RequestBuilder};
pub(super) use self::path::{PathTemplate, replace_segment};

/// A request that can be sent again: its body is in memory.
///
/// ```
/// use afp_runtime::agent::Request;
///
/// let request = Request::get("http://127.0.0.1:3000/api/things/{id}")
///     .path("id", "a/b")
///     .query("depth", "1")
///     .build()?;
/// assert_eq!(request.url().as_str(), "http://127.0.0.1:3000/api/things/a%2Fb?depth=1");
/// # Ok::<_, afp_runtime::agent::InvalidRequest>(())
/// ```
#[derive(Debug, Clone)]
pub struct Request {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) path: Option<PathTemplate>,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

impl Request {
    /// The method.
    #[must_use]
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// The URL, with its parameters filled in.
    #[must_use]
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The header fields that the caller or a suggestion set.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The body; empty when there is none.
    #[must_use]
    pub fn body(&self) -> &Bytes {
        &self.body
    }

    /// Whether sending it twice does no more than sending it once, for certain: a safe method
    /// (RFC 9110, §9.2.1), or an `Idempotency-Key`.
    #[must_use]
    pub fn may_repeat(&self) -> bool {
        self.method.is_safe() || self.headers.contains_key(IDEMPOTENCY_KEY)
    }

    /// The path as the caller wrote it: `/api/things/{id}`.
    #[must_use]
    pub fn route(&self) -> String {
        self.path
            .as_ref()
            .map_or_else(|| self.url.path().to_owned(), PathTemplate::to_string)
    }

    pub(super) fn origin(&self) -> Origin {
        self.url.origin()
    }

    pub(super) fn key(&self) -> Option<&HeaderValue> {
        self.headers.get(IDEMPOTENCY_KEY)
    }

    pub(super) fn content_type(&self) -> Option<&str> {
        self.headers.get(CONTENT_TYPE)?.to_str().ok()
    }

    /// Whether 304 is an answer to it.
    pub(super) fn is_conditional(&self) -> bool {
        self.headers.contains_key(IF_NONE_MATCH) || self.headers.contains_key(IF_MODIFIED_SINCE)
    }

    /// Media types the caller asked for by name.
    pub(super) fn accepts(&self) -> impl Iterator<Item = &str> {
        let fields = self.headers.get_all(ACCEPT).into_iter();
        fields
            .filter_map(|field| field.to_str().ok())
            .flat_map(|list| list.split(','))
    }

    /// Equal for requests that ask the same. Credentials and the idempotency key don't count.
    pub(super) fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.method.as_str().hash(&mut hasher);
        self.url.as_str().hash(&mut hasher);
        members::fingerprint(&self.body).hash(&mut hasher);
        let mut fields: Vec<_> = self
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_bytes()))
            .filter(|(name, _)| *name != AUTHORIZATION && *name != IDEMPOTENCY_KEY)
            .collect();
        fields.sort_unstable();
        fields.hash(&mut hasher);
        hasher.finish()
    }
}

/// The field that lets a server tell a repeated request from a second one
/// (draft-ietf-httpapi-idempotency-key-header).
pub(super) const IDEMPOTENCY_KEY: &str = "idempotency-key";
