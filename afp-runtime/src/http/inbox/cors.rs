use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, ORIGIN,
    VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method};

use super::settings::{InboxError, refuse};

/// Which browser origins may use the inbox's own routes.
///
/// Credentials in cookies are never allowed. Use [`Cors::off`] where a layer around the
/// application answers for all routes.
#[derive(Clone, Debug)]
pub struct Cors(Origins);

#[derive(Clone, Debug)]
enum Origins {
    Off,
    Any,
    Listed(Vec<String>),
}

impl Cors {
    /// Any origin.
    #[must_use]
    pub fn any() -> Self {
        Self(Origins::Any)
    }

    /// These origins, such as `https://app.example.com`.
    #[must_use]
    pub fn origins<O: Into<String>>(origins: impl IntoIterator<Item = O>) -> Self {
        Self(Origins::Listed(
            origins.into_iter().map(Into::into).collect(),
        ))
    }

    /// No header of CORS at all.
    #[must_use]
    pub fn off() -> Self {
        Self(Origins::Off)
    }

    pub(super) fn check(&self) -> Result<(), InboxError> {
        let Origins::Listed(origins) = &self.0 else {
            return Ok(());
        };
        let is_origin = |origin: &&String| {
            let host = origin
                .strip_prefix("https://")
                .or_else(|| origin.strip_prefix("http://"));
            host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']))
                && origin.bytes().all(|byte| byte.is_ascii_graphic())
        };
        match origins.iter().find(|origin| !is_origin(origin)) {
            Some(origin) => refuse(format!(
                "the origin {origin:?} is none; write it like `https://app.example.com`"
            )),
            None => Ok(()),
        }
    }

    /// Whether a request asks beforehand what it may do; nobody answers when this is off.
    pub(super) fn is_preflight(&self, method: &Method, headers: &HeaderMap) -> bool {
        !matches!(self.0, Origins::Off)
            && method == Method::OPTIONS
            && headers.contains_key(ORIGIN)
            && headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD)
    }

    /// Adds what every answer says.
    pub(super) fn allow(&self, origin: Option<&HeaderValue>, answer: &mut HeaderMap) {
        let allowed = match &self.0 {
            Origins::Off => return,
            Origins::Any => Some(HeaderValue::from_static("*")),
            Origins::Listed(origins) => {
                answer.append(VARY, HeaderValue::from_static("origin"));
                let listed = |origin: &&HeaderValue| origins.iter().any(|known| known == *origin);
                origin.filter(listed).cloned()
            }
        };
        if let Some(origin) = allowed {
            answer.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            let exposed = HeaderValue::from_static("allow, link, retry-after, www-authenticate");
            answer.insert(ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
        }
    }

    /// Adds what the answer to such a question says besides.
    pub(super) fn allow_request(methods: &'static str, answer: &mut HeaderMap) {
        let allowed = HeaderValue::from_static("authorization, content-type, accept, traceparent");
        answer.insert(
            ACCESS_CONTROL_ALLOW_METHODS,
            HeaderValue::from_static(methods),
        );
        answer.insert(ACCESS_CONTROL_ALLOW_HEADERS, allowed);
        answer.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    }
}
