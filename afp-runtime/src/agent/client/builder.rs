//! How an agent is set up.

use std::fmt;
use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder};
use serde_json::{Map, Value};

use super::shared::{Held, OnProgress, Shared};
use super::{Agent, Progress};
use crate::agent::clock::SystemClock;
use crate::agent::handlers::{Handlers, ask};
use crate::agent::{Budget, Clock, Credential, Failure, Request};

/// Sets up an [`Agent`].
#[must_use]
pub struct AgentBuilder {
    base: String,
    http: Option<ClientBuilder>,
    budget: Budget,
    handlers: Handlers,
    credential: Option<Credential>,
    clock: Arc<dyn Clock>,
    progress: Option<OnProgress>,
    catalogue_path: String,
}

/// An [`Agent`] that can't be built.
#[derive(Debug, thiserror::Error)]
#[error("the agent can't be built: {0}")]
pub struct BuildError(String);

impl AgentBuilder {
    pub(super) fn new(base: &str) -> Self {
        Self {
            base: base.to_owned(),
            http: None,
            budget: Budget::default(),
            handlers: Handlers::default(),
            credential: None,
            clock: Arc::new(SystemClock::default()),
            progress: None,
            catalogue_path: "/api/errors".to_owned(),
        }
    }

    /// Bounds of one call.
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// The credential to begin with. It is sent to the origin of the base only, and stands back
    /// where a request brings a field of the same name.
    pub fn credential(mut self, credential: Credential) -> Self {
        self.credential = Some(credential);
        self
    }

    /// reqwest's own settings: certificates, proxies, a resolver, a `User-Agent`. They replace the
    /// agent's own (a `User-Agent` of this library, 10 s to connect). Redirects, retries and
    /// `Referer` stay the agent's. Default headers go to every origin: a credential belongs to
    /// [`credential`](Self::credential).
    pub fn http(mut self, http: ClientBuilder) -> Self {
        self.http = Some(http);
        self
    }

    /// Who has new credentials when the server answers `reauthenticate`; `None` stops. Asked at
    /// most once in a call, and only for the origin of the base; calls that fail at the same time
    /// share one refresh. Like every handler, it is left when the budget's time is up.
    pub fn on_reauthenticate<F>(
        mut self,
        handler: impl Fn(Failure) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Option<Credential>> + Send + 'static,
    {
        self.handlers.reauthenticate = Some(ask(handler));
        self
    }

    /// Who knows more when the server answers `provide_missing_context`; the members are merged
    /// like a suggestion, `None` stops. Not asked while the answer brings the context itself (see
    /// [`decide`](crate::agent::decide)); asked when that did not help.
    pub fn on_missing_context<F>(
        mut self,
        handler: impl Fn(Failure) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Option<Map<String, Value>>> + Send + 'static,
    {
        self.handlers.context = Some(ask(handler));
        self
    }

    /// Who brings a human to act when the server answers `wait_for_user_action`. `Some(())` once
    /// they did: the request is sent again; `None` stops. It counts as one of the budget's waits.
    pub fn on_user_action<F>(
        mut self,
        handler: impl Fn(Failure) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Option<()>> + Send + 'static,
    {
        self.handlers.user = Some(ask(handler));
        self
    }

    /// Is told what the agent is about to do. It runs within the call: keep it short.
    pub fn on_progress(mut self, tell: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        self.progress = Some(Arc::new(tell));
        self
    }

    /// Where the API serves its catalogue of errors; `/api/errors` below the base by default.
    pub fn catalogue_path(mut self, path: &str) -> Self {
        path.clone_into(&mut self.catalogue_path);
        self
    }

    /// Another clock, for tests.
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// The agent. A query string of the base is dropped.
    ///
    /// # Errors
    /// When the base is no `http` or `https` URL, or holds a user or password; when TLS or one of
    /// reqwest's settings can't be set up.
    pub fn build(self) -> Result<Agent, BuildError> {
        let mut base = Request::get(&self.base)
            .build()
            .map_err(|error| BuildError(error.0))?;
        base.url.set_query(None);
        let client = self
            .http
            .unwrap_or_else(own_settings)
            .redirect(Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
            .build()
            .map_err(|error| BuildError(error.to_string()))?;
        let shared = Shared {
            base: base.url,
            client,
            budget: self.budget,
            handlers: self.handlers,
            clock: self.clock,
            progress: self.progress,
            held: Mutex::new(Held {
                credential: self.credential,
                version: 0,
            }),
            catalogue_path: self.catalogue_path,
            catalogue: Mutex::new(None),
            refreshing: tokio::sync::Mutex::new(()),
        };
        Ok(Agent {
            shared: Arc::new(shared),
        })
    }
}

impl fmt::Debug for AgentBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentBuilder")
            .field("base", &self.base)
            .field("budget", &self.budget)
            .field("handlers", &self.handlers)
            .finish_non_exhaustive()
    }
}

fn own_settings() -> ClientBuilder {
    Client::builder()
        .connect_timeout(CONNECT_TIME)
        .user_agent(concat!("afp-runtime/", env!("CARGO_PKG_VERSION")))
}

/// A server that can't be reached at all is found out early.
const CONNECT_TIME: Duration = Duration::from_secs(10);
