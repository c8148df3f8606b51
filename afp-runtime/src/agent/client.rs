//! The agent, and how it is set up.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use http::Method;

use super::recover::Run;
use super::{Answer, Credential, InvalidRequest, Request, RequestBuilder, Stopped};

mod builder;
mod shared;

pub use self::builder::{AgentBuilder, BuildError};
pub(super) use self::shared::{Held, Shared};

/// A client that recovers from failed calls: it follows the action of each envelope, within a
/// [`Budget`](super::Budget), and ends with an answer or a typed reason to stop.
///
/// Of `provide_missing_context` it asks the [handler](AgentBuilder::on_missing_context), and stops
/// without one, unless the answer brings the context itself: a suggestion, and `apply_to` that names
/// the query, the path or a header. That it merges, because it knows `apply_to`; the action is for
/// agents that only merge into bodies.
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
        AgentBuilder::new(base)
    }

    /// A request to a path below the base; `{name}` in it is a parameter, given by
    /// [`RequestBuilder::path`]. An absolute URL is taken as it is; the credential goes along only
    /// when its origin is that of the base. What is wrong with the path is said by the call.
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

    /// `HEAD` below the base.
    pub fn head(&self, path: &str) -> RequestBuilder {
        self.request(Method::HEAD, path)
    }

    /// `POST` below the base.
    pub fn post(&self, path: &str) -> RequestBuilder {
        self.request(Method::POST, path)
    }

    /// `PUT` below the base.
    pub fn put(&self, path: &str) -> RequestBuilder {
        self.request(Method::PUT, path)
    }

    /// `PATCH` below the base.
    pub fn patch(&self, path: &str) -> RequestBuilder {
        self.request(Method::PATCH, path)
    }

    /// `DELETE` below the base.
    pub fn delete(&self, path: &str) -> RequestBuilder {
        self.request(Method::DELETE, path)
    }

    /// Calls, recovers, and gives the answer or the reason to stop. `request` is a
    /// [`RequestBuilder`], a [`Request`], or one of reqwest or `http` whose body is in memory.
    ///
    /// The answer is a 2xx that is empty, JSON, or of the type that the request's `Accept` names.
    /// Without an `Accept` (then `application/json` is asked for) it may be of any other type,
    /// plain text for one, but no HTML page; read it with [`Answer::body`]. A 304 is the answer to
    /// a conditional request. Nothing else is: not a page with status 200, not JSON that is cut or
    /// broken, not `{"ok": false, …}` with an envelope.
    ///
    /// Everything is bounded by the agent's [`Budget`](super::Budget). Dropping the future cancels
    /// the call at its next await.
    ///
    /// ```no_run
    /// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
    /// use afp_runtime::agent::Agent;
    ///
    /// let agent = Agent::new("https://api.example.com")?;
    /// let answer = agent.call(agent.get("/version")).await?;
    /// let text = std::str::from_utf8(answer.body())?;
    /// # let _ = text;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Stopped`], with a typed [reason](Stopped::reason), the last failed answer, and the items
    /// of a batch that were done. The work may be done all the same when the reason says that the
    /// outcome is unknown, or is a 2xx of the wrong kind.
    ///
    /// # Panics
    /// Outside of a tokio runtime with time and IO, and when a handler panics.
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
    /// As [`call`](Self::call), and with [`Stop::Cancelled`](super::Stop::Cancelled), which says
    /// whether a request was under way.
    ///
    /// # Panics
    /// As [`call`](Self::call).
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
            Ok(request) => {
                Run::new(&self.shared, &self.shared.client, request)
                    .finish(cancel)
                    .await
            }
            Err(problem) => Err(Stopped::before(&problem.into())),
        }
    }

    /// Replaces the credential for this agent and its clones; `None` takes it away. Requests that
    /// are under way keep theirs.
    pub fn set_credential(&self, credential: Option<Credential>) {
        self.shared.hold(credential);
    }
}
