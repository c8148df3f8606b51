use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::header::{AUTHORIZATION, HeaderName, HeaderValue};
use url::Url;

use super::client::{FeedbackClient, Shared};
use super::discover::Discovery;
use super::endpoint::{Allowed, Host};
use super::exchange::Http;
use crate::feedback::json::{Member, Value};
use crate::feedback::{Redactor, ServiceKey};

const MAX_WAIT: Duration = Duration::from_secs(10);
const TIMEOUT: Duration = Duration::from_secs(10);

/// Sets up a [`FeedbackClient`].
#[derive(Clone)]
#[must_use]
pub struct FeedbackClientBuilder {
    base: String,
    endpoint: Option<String>,
    hosts: Vec<String>,
    credential: Option<(String, String)>,
    redactor: Option<Redactor>,
    agent: Vec<Member<'static>>,
    session_id: Option<String>,
    timeout: Duration,
    max_wait: Duration,
}

/// A [`FeedbackClient`] that can't be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the feedback client can't be built: {0}")]
pub struct FeedbackClientError(pub(super) String);

impl FeedbackClientBuilder {
    pub(super) fn new(base: &str) -> Self {
        Self {
            base: base.to_owned(),
            endpoint: None,
            hosts: Vec::new(),
            credential: None,
            redactor: None,
            agent: Vec::new(),
            session_id: None,
            timeout: TIMEOUT,
            max_wait: MAX_WAIT,
        }
    }

    /// The endpoint itself; nothing is looked for then. On another origin than the base it is
    /// https, and gets no credentials.
    pub fn endpoint(mut self, url: &str) -> Self {
        self.endpoint = Some(url.to_owned());
        self
    }

    /// Another host, with its port unless that is 443, which the service may name as its endpoint.
    /// Only https is used there, and no credentials are sent.
    pub fn allow_host(mut self, host: &str) -> Self {
        self.hosts.push(host.to_owned());
        self
    }

    /// `Authorization: Bearer <token>`: the credential that the rest of the API takes.
    pub fn bearer(self, token: &str) -> Self {
        self.credential(AUTHORIZATION.as_str(), &format!("Bearer {token}"))
    }

    /// Any header field as the credential.
    pub fn credential(mut self, name: &str, value: &str) -> Self {
        self.credential = Some((name.to_owned(), value.to_owned()));
        self
    }

    /// The agent's name and model, for reports that do not give an `agent`.
    pub fn agent(mut self, name: &str, model: &str) -> Self {
        let text = |text: &str| Value::String(Cow::Owned(text.to_owned()));
        self.agent = vec![
            (Cow::Borrowed("name"), text(name)),
            (Cow::Borrowed("model"), text(model)),
        ];
        self
    }

    /// One value for all reports of one task, at most 256 characters.
    pub fn session_id(mut self, id: &str) -> Self {
        self.session_id = Some(id.to_owned());
        self
    }

    /// What takes the secrets out of reports.
    pub fn redactor(mut self, redactor: Redactor) -> Self {
        self.redactor = Some(redactor);
        self
    }

    /// The time for one attempt, 10 s by default.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// The longest wait before the one retry, 10 s by default; a service that asks for more gets
    /// none.
    pub fn max_wait(mut self, wait: Duration) -> Self {
        self.max_wait = wait;
        self
    }

    /// The client.
    ///
    /// # Errors
    /// When a URL, host or credential is unusable, or TLS can't be set up.
    pub fn build(self) -> Result<FeedbackClient, FeedbackClientError> {
        let base = web_url(&self.base)?;
        let explicit = self.endpoint.as_deref().map(web_url).transpose()?;
        if let Some(url) = &explicit {
            if url.scheme() != "https" && url.origin() != base.origin() {
                return Err(FeedbackClientError(
                    "an endpoint on another origin than the base is https".into(),
                ));
            }
        }
        let hosts = self
            .hosts
            .iter()
            .map(|host| named_host(host))
            .collect::<Result<_, _>>()?;
        let redactor = match self.redactor {
            Some(redactor) => redactor,
            None => own_redactor()?,
        };
        let shared = Shared {
            http: Http::new(&base, self.timeout)?,
            discovery: Discovery::new(Allowed { base, hosts }, explicit),
            credential: self.credential.map(header_field).transpose()?,
            redactor,
            agent: self.agent,
            session_id: self.session_id,
            max_wait: self.max_wait,
        };
        Ok(FeedbackClient {
            shared: Arc::new(shared),
        })
    }
}

impl fmt::Debug for FeedbackClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FeedbackClientBuilder")
            .field("base", &self.base)
            .field("endpoint", &self.endpoint)
            .finish_non_exhaustive()
    }
}

fn web_url(text: &str) -> Result<Url, FeedbackClientError> {
    let unusable = || FeedbackClientError("a URL is http or https, without a user".into());
    let url = Url::parse(text).map_err(|_| unusable())?;
    let anonymous = url.username().is_empty() && url.password().is_none();
    let web = matches!(url.scheme(), "http" | "https") && url.has_host();
    if web && anonymous {
        Ok(url)
    } else {
        Err(unusable())
    }
}

fn named_host(text: &str) -> Result<Host, FeedbackClientError> {
    let wrong = || FeedbackClientError("a host is written like feedback.example.com".into());
    Host::parse(text).ok_or_else(wrong)
}

fn header_field(
    (name, value): (String, String),
) -> Result<(HeaderName, HeaderValue), FeedbackClientError> {
    let wrong = || FeedbackClientError("the credential can't stand in a header field".into());
    let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong())?;
    let mut value = HeaderValue::from_str(&value).map_err(|_| wrong())?;
    value.set_sensitive(true);
    Ok((name, value))
}

/// With a key, so that two session ids that look like secrets stay two.
fn own_redactor() -> Result<Redactor, FeedbackClientError> {
    let mut key = [0; 32];
    getrandom::fill(&mut key)
        .map_err(|_| FeedbackClientError("the system has no randomness".into()))?;
    Ok(Redactor::new().key(ServiceKey::new(&key)))
}
