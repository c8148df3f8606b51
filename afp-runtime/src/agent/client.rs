//! The agent, and how it is set up.

use std::fmt;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http::Method;
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder};
use serde_json::{Map, Value};
use url::{Origin, Url};

use super::clock::SystemClock;
use super::handlers::{Handlers, ask};
use super::recover::Run;
use super::{Answer, Budget, Clock, Credential, Failure, InvalidRequest, Request};
use super::{RequestBuilder, Stopped};

/// A client that recovers from failed calls: it follows the action of each envelope, within a
/// [`Budget`], and ends with an answer or a typed reason to stop.
///
/// Cheap to clone; clones share connections and credentials.
///
/// ```no_run
/// use afp_runtime::agent::{Agent, Credential};
/// use serde_json::json;
///
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// let agent = Agent::builder("https://api.example.com")
///     .credential(Credential::bearer("key")?)
///     .build()?;
/// let order = json!({"productId": "p-1", "maxPricePerUnit": 600});
/// let quote = agent.post("/api/orders/quote").json(&order);
/// match agent.call(quote).await {
///     Ok(answer) => println!("{}", answer.json::<serde_json::Value>()?),
///     Err(stopped) => println!("{stopped}\n{}", stopped.trace()),
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Agent {
    pub(super) shared: Arc<Shared>,
}

pub(super) struct Shared {
    pub(super) base: Url,
    pub(super) client: Client,
    pub(super) budget: Budget,
    pub(super) handlers: Handlers,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) progress: Option<OnProgress>,
    pub(super) held: Mutex<Held>,
    /// One refresh at a time.
    pub(super) refreshing: tokio::sync::Mutex<()>,
}

type OnProgress = Arc<dyn Fn(&Progress) + Send + Sync>;

/// The credential in use, and how often it was replaced.
#[derive(Debug, Clone, Default)]
pub(super) struct Held {
    pub(super) credential: Option<Credential>,
    pub(super) version: u64,
}

/// What an agent is about to do.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Progress {
    /// It sends a request: the first has the number 1.
    Sending(u32),
    /// It sleeps.
    Waiting(Duration),
    /// It asks the handler of an action.
    Asking(crate::errors::Action),
}

/// An [`Agent`] that can't be built.
#[derive(Debug, thiserror::Error)]
#[error("the agent can't be built: {0}")]
pub struct BuildError(String);

impl Agent {
    /// An agent for the API at `base`, an `http` or `https` URL.
    ///
    /// # Errors
    /// When the URL is unusable or TLS can't be set up.
    pub fn new(base: &str) -> Result<Self, BuildError> {
        Self::builder(base).build()
    }

    /// Sets up an agent for the API at `base`. Credentials are sent to the origin of `base` only.
    pub fn builder(base: &str) -> AgentBuilder {
        AgentBuilder {
            base: base.to_owned(),
            http: Client::builder(),
            budget: Budget::default(),
            handlers: Handlers::default(),
            credential: None,
            clock: Arc::new(SystemClock::default()),
            progress: None,
        }
    }

    /// A request to a path below the base; an absolute URL is taken as it is.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        if path.starts_with("http://") || path.starts_with("https://") {
            return Request::builder(method, path);
        }
        let base = self.shared.base.as_str().trim_end_matches('/');
        Request::builder(method, &format!("{base}/{}", path.trim_start_matches('/')))
    }

    /// `GET` below the base.
    pub fn get(&self, path: &str) -> RequestBuilder {
        self.request(Method::GET, path)
    }

    /// `POST` below the base.
    pub fn post(&self, path: &str) -> RequestBuilder {
        self.request(Method::POST, path)
    }

    /// Calls, recovers, and gives the answer or the reason to stop.
    ///
    /// Dropping the future cancels the call at its next await.
    ///
    /// # Errors
    /// [`Stopped`], with a typed [reason](Stopped::reason), the last answer, and the items of a
    /// batch that were done.
    pub async fn call<R>(&self, request: R) -> Result<Answer, Stopped>
    where
        R: TryInto<Request>,
        R::Error: Into<InvalidRequest>,
    {
        self.call_until(request, std::future::pending()).await
    }

    /// The same, until `cancel` completes: then the call ends at once, and its trace is kept.
    ///
    /// # Errors
    /// As [`call`](Self::call), and with [`Stop::Cancelled`](super::Stop::Cancelled).
    pub async fn call_until<R>(
        &self,
        request: R,
        cancel: impl Future<Output = ()>,
    ) -> Result<Answer, Stopped>
    where
        R: TryInto<Request>,
        R::Error: Into<InvalidRequest>,
    {
        match request.try_into() {
            Ok(request) => Run::new(&self.shared, request).finish(cancel).await,
            Err(problem) => Err(Run::refused(&problem.into())),
        }
    }

    /// Replaces the credential for this agent and its clones.
    pub fn set_credential(&self, credential: Option<Credential>) {
        self.shared.hold(credential);
    }
}

impl Shared {
    pub(super) fn origin(&self) -> Origin {
        self.base.origin()
    }

    pub(super) fn held(&self) -> Held {
        self.held
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(super) fn hold(&self, credential: Option<Credential>) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        *held = Held {
            credential,
            version: held.version + 1,
        };
    }

    pub(super) fn tell(&self, progress: &Progress) {
        if let Some(tell) = &self.progress {
            tell(progress);
        }
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Agent")
            .field("base", &self.base.as_str())
            .field("budget", &self.budget)
            .field("handlers", &self.handlers)
            .finish_non_exhaustive()
    }
}

/// Sets up an [`Agent`].
#[must_use]
pub struct AgentBuilder {
    base: String,
    http: ClientBuilder,
    budget: Budget,
    handlers: Handlers,
    credential: Option<Credential>,
    clock: Arc<dyn Clock>,
    progress: Option<OnProgress>,
}

impl AgentBuilder {
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

    /// reqwest's own settings: certificates, proxies, address of a resolver. Redirects are the
    /// agent's: whatever policy is set there is replaced.
    pub fn http(mut self, http: ClientBuilder) -> Self {
        self.http = http;
        self
    }

    /// Who has new credentials when the server answers `reauthenticate`; `None` stops. Asked at
    /// most once in a call; calls that fail at the same time share one refresh.
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
    /// like a suggestion, `None` stops.
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

    /// Is told what the agent is about to do.
    pub fn on_progress(mut self, tell: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        self.progress = Some(Arc::new(tell));
        self
    }

    /// Another clock, for tests.
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// The agent.
    ///
    /// # Errors
    /// When the base is unusable or TLS can't be set up.
    pub fn build(self) -> Result<Agent, BuildError> {
        let base = Request::get(&self.base)
            .build()
            .map_err(|error| BuildError(error.0))?;
        let client = self
            .http
            .redirect(Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
            .connect_timeout(CONNECT_TIME.min(self.budget.request_time))
            .user_agent(concat!("afp-runtime/", env!("CARGO_PKG_VERSION")))
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

/// A server that can't be reached at all is found out early.
const CONNECT_TIME: Duration = Duration::from_secs(10);
