//! Building a request; what is wrong with it is said once, by `build`.

use std::convert::Infallible;

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use http::{HeaderMap, Method};
use serde::Serialize;
use url::Url;

use super::{IDEMPOTENCY_KEY, PathTemplate, Request};

/// Builds a [`Request`]. The first part that is invalid is kept, and said by
/// [`build`](Self::build), or by the call that it is given to.
#[derive(Debug, Clone)]
#[must_use]
pub struct RequestBuilder(Result<Request, InvalidRequest>);

/// A request that can't be sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the request is invalid: {0}")]
pub struct InvalidRequest(pub(in crate::agent) String);

impl From<Infallible> for InvalidRequest {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl Request {
    /// A request to an absolute `http` or `https` URL without user or password; a fragment is
    /// dropped. `{name}` in the path is a parameter, given by [`RequestBuilder::path`]; without a
    /// value it is sent as `%7Bname%7D`.
    pub fn builder(method: Method, url: &str) -> RequestBuilder {
        RequestBuilder(read_url(url).map(|url| Self {
            method,
            url,
            path: None,
            headers: HeaderMap::new(),
            body: Bytes::new(),
        }))
    }

    /// `GET`.
    pub fn get(url: &str) -> RequestBuilder {
        Self::builder(Method::GET, url)
    }

    /// `HEAD`.
    pub fn head(url: &str) -> RequestBuilder {
        Self::builder(Method::HEAD, url)
    }

    /// `POST`.
    pub fn post(url: &str) -> RequestBuilder {
        Self::builder(Method::POST, url)
    }

    /// `PUT`.
    pub fn put(url: &str) -> RequestBuilder {
        Self::builder(Method::PUT, url)
    }

    /// `PATCH`.
    pub fn patch(url: &str) -> RequestBuilder {
        Self::builder(Method::PATCH, url)
    }

    /// `DELETE`.
    pub fn delete(url: &str) -> RequestBuilder {
        Self::builder(Method::DELETE, url)
    }
}

fn read_url(text: &str) -> Result<Url, InvalidRequest> {
    let mut url = Url::parse(text).map_err(|error| InvalidRequest(format!("URL: {error}")))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(InvalidRequest("the URL is neither http nor https".into()));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(InvalidRequest("the URL holds credentials".into()));
    }
    url.set_fragment(None);
    Ok(url)
}

impl RequestBuilder {
    /// Gives the path parameter `name` its value, which stays one segment: it is percent-encoded,
    /// and refused when it is empty, `.` or `..`.
    #[expect(clippy::needless_pass_by_value, reason = "`7` reads better than `&7`")]
    pub fn path(self, name: &str, value: impl ToString) -> Self {
        self.and_then(|mut request| {
            let template = request
                .path
                .get_or_insert_with(|| PathTemplate::new(&request.url));
            if !template.has(name) {
                return Err(InvalidRequest(format!(
                    "the path has no parameter {{{name}}}"
                )));
            }
            template.set(name, &value.to_string());
            request.url = template
                .fill(&request.url)
                .ok_or_else(|| InvalidRequest(format!("{{{name}}} is empty, `.` or `..`")))?;
            Ok(request)
        })
    }

    /// Appends a parameter to the query string, percent-encoded.
    #[expect(clippy::needless_pass_by_value, reason = "`7` reads better than `&7`")]
    pub fn query(self, name: &str, value: impl ToString) -> Self {
        self.and_then(|mut request| {
            request
                .url
                .query_pairs_mut()
                .append_pair(name, &value.to_string());
            Ok(request)
        })
    }

    /// Sets a header field, in place of one of that name.
    pub fn header(self, name: &str, value: &str) -> Self {
        self.and_then(|mut request| {
            let problem = |_| InvalidRequest(format!("header field `{}`", name.escape_debug()));
            let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| problem(()))?;
            let mut value = HeaderValue::from_str(value).map_err(|_| problem(()))?;
            value.set_sensitive(name == http::header::AUTHORIZATION);
            request.headers.insert(name, value);
            Ok(request)
        })
    }

    /// Sets `Idempotency-Key`, which lets the agent resend a request whose answer was lost.
    pub fn idempotency_key(self, key: &str) -> Self {
        self.header(IDEMPOTENCY_KEY, key)
    }

    /// Sets a JSON body.
    pub fn json(self, value: &(impl Serialize + ?Sized)) -> Self {
        match serde_json::to_vec(value) {
            Ok(json) => self.json_bytes(json),
            Err(error) => self.and_then(|_| Err(InvalidRequest(format!("body: {error}")))),
        }
    }

    /// Sets a body that is JSON already. It is sent as it is, also when it is not valid.
    pub fn json_bytes(self, json: impl Into<Bytes>) -> Self {
        self.body(json, "application/json")
    }

    /// Sets a body and its `Content-Type`.
    pub fn body(self, body: impl Into<Bytes>, content_type: &str) -> Self {
        self.header(CONTENT_TYPE.as_str(), content_type)
            .and_then(|mut request| {
                request.body = body.into();
                Ok(request)
            })
    }

    /// The request.
    ///
    /// # Errors
    /// The first part that was invalid.
    pub fn build(self) -> Result<Request, InvalidRequest> {
        self.0
    }

    fn and_then(self, step: impl FnOnce(Request) -> Result<Request, InvalidRequest>) -> Self {
        Self(self.0.and_then(step))
    }
}

impl TryFrom<RequestBuilder> for Request {
    type Error = InvalidRequest;

    fn try_from(builder: RequestBuilder) -> Result<Self, InvalidRequest> {
        builder.build()
    }
}

impl TryFrom<reqwest::Request> for Request {
    type Error = InvalidRequest;

    fn try_from(request: reqwest::Request) -> Result<Self, InvalidRequest> {
        let body = match request.body().map(reqwest::Body::as_bytes) {
            None => Bytes::new(),
            Some(Some(bytes)) => Bytes::copy_from_slice(bytes),
            Some(None) => return Err(InvalidRequest("a streaming body can't be resent".into())),
        };
        Ok(Self {
            method: request.method().clone(),
            url: read_url(request.url().as_str())?,
            path: None,
            headers: request.headers().clone(),
            body,
        })
    }
}

impl<B: Into<Bytes>> TryFrom<http::Request<B>> for Request {
    type Error = InvalidRequest;

    fn try_from(request: http::Request<B>) -> Result<Self, InvalidRequest> {
        let (parts, body) = request.into_parts();
        Ok(Self {
            method: parts.method,
            url: read_url(&parts.uri.to_string())?,
            path: None,
            headers: parts.headers,
            body: body.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Request;

    #[test]
    fn what_is_wrong_is_said_once() {
        for (builder, problem) in [
            (Request::get("/api"), "URL: relative URL without a base"),
            (
                Request::get("ftp://h/"),
                "the URL is neither http nor https",
            ),
            (Request::get("http://u:p@h/"), "the URL holds credentials"),
            (
                Request::get("http://h/{a}").path("b", 1),
                "the path has no parameter {b}",
            ),
            (
                Request::get("http://h/{a}").path("a", ".."),
                "{a} is empty, `.` or `..`",
            ),
            (
                Request::get("http://h/").header("a\n", ""),
                "header field `a\\n`",
            ),
            (
                Request::get("http://h/").header("a", "b\r\nc"),
                "header field `a`",
            ),
        ] {
            let error = builder.query("x", 1).build().unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("the request is invalid: {problem}")
            );
        }
    }

    #[test]
    fn the_route_is_what_the_caller_wrote() {
        let request = Request::get("http://h/a/{id}/{part}?x=1")
            .path("id", 7)
            .build()
            .unwrap();
        assert_eq!(request.route(), "/a/{id}/{part}");
        assert_eq!(request.url().path(), "/a/7/%7Bpart%7D");
    }

    #[test]
    fn a_body_is_taken_when_it_is_in_memory() {
        let request = reqwest::Client::new()
            .post("http://h/")
            .body("x")
            .build()
            .unwrap();
        assert_eq!(Request::try_from(request).unwrap().body(), "x");

        let streaming = reqwest::Body::wrap(reqwest::Body::from("x"));
        let request = reqwest::Client::new().post("http://h/").body(streaming);
        let error = Request::try_from(request.build().unwrap()).unwrap_err();
        let expected = "the request is invalid: a streaming body can't be resent";
        assert_eq!(error.to_string(), expected);
    }
}
