//! Reports of what went wrong, to the service (protocol 2, §7).

use std::sync::Mutex;

use http::{HeaderMap, StatusCode};
use serde_json::Value;
use url::Url;

use super::{Agent, Stopped};
use crate::feedback::{Redactor, Refusal, Submission};

mod about;
mod discover;
mod endpoint;
mod link;
mod receipt;
mod send;

use self::endpoint::Allowed;
pub use self::receipt::{KnownIssue, Receipt};

/// Reports to the service what an agent could not do: best effort, and never in the way of the
/// task.
///
/// Reports are redacted and validated before they are sent. They go to the endpoint that is set,
/// else to the one in the `Link` of the failed answer, else to the one that
/// `/.well-known/agent-feedback` names, else to `/feedback` below the base; never to an origin
/// that is neither the API's own nor [allowed](Self::allow_origin), and the agent's credential
/// only to the API's own. An attempt takes 10 s at most; there is one more on 429 and 5xx.
///
/// ```no_run
/// use afp_runtime::agent::{Agent, Reporter};
///
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// let agent = Agent::new("https://api.example.com")?;
/// let reporter = Reporter::new(&agent).name("shopper").session("task-7");
/// if let Err(stopped) = agent.call(agent.get("/api/orders/7")).await {
///     match reporter.report(&stopped, "Tell the user where order 7 is").await {
///         Ok(receipt) => println!("reported as {}", receipt.id),
///         Err(error) => println!("not reported: {error}"),
///     }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
#[must_use]
pub struct Reporter {
    agent: Agent,
    allowed: Allowed,
    explicit: Option<Url>,
    discovered: Mutex<Option<Url>>,
    redactor: Redactor,
    name: Option<String>,
    model: Option<String>,
    session: Option<String>,
}

/// A report that was not taken.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// It does not keep the protocol's rules.
    #[error("the report is invalid: {0}")]
    Invalid(Refusal),
    /// The endpoint is not one that may be used.
    #[error("the endpoint is neither the API's own nor allowed")]
    Endpoint,
    /// The service refused it.
    #[error("the service answered {status}")]
    Refused {
        /// Its status.
        status: StatusCode,
    },
    /// The service answered something that is no acknowledgement.
    #[error("the service answered {status} without an acknowledgement")]
    NotAcknowledged {
        /// Its status.
        status: StatusCode,
    },
    /// No answer came.
    #[error("no answer: {cause}")]
    NoAnswer {
        /// What happened.
        cause: String,
    },
}

impl Reporter {
    /// Reports for `agent`.
    pub fn new(agent: &Agent) -> Self {
        Self {
            agent: agent.clone(),
            allowed: Allowed::only(&agent.shared.base),
            explicit: None,
            discovered: Mutex::new(None),
            redactor: Redactor::new(),
            name: None,
            model: None,
            session: None,
        }
    }

    /// The endpoint to use. It is named by the caller, so that its origin is allowed.
    ///
    /// # Errors
    /// When it is neither at the API's own origin nor an https URL without user-info.
    pub fn endpoint(mut self, url: &str) -> Result<Self, ReportError> {
        let base = &self.agent.shared.base;
        let own = self.allowed.resolve(base, url);
        let other = || Url::parse(url).ok().filter(|_| self.allowed.add(url));
        self.explicit = Some(own.or_else(other).ok_or(ReportError::Endpoint)?);
        Ok(self)
    }

    /// Another origin that an API may name as its endpoint.
    ///
    /// # Errors
    /// When it is no https origin.
    pub fn allow_origin(mut self, origin: &str) -> Result<Self, ReportError> {
        if self.allowed.add(origin) {
            return Ok(self);
        }
        Err(ReportError::Endpoint)
    }

    /// How secrets are taken out of reports.
    pub fn redactor(mut self, redactor: Redactor) -> Self {
        self.redactor = redactor;
        self
    }

    /// `agent.name`.
    pub fn name(mut self, name: &str) -> Self {
        self.name = Some(name.to_owned());
        self
    }

    /// `agent.model`.
    pub fn model(mut self, model: &str) -> Self {
        self.model = Some(model.to_owned());
        self
    }

    /// `session_id`: one value for all reports of one task.
    pub fn session(mut self, session: &str) -> Self {
        self.session = Some(session.to_owned());
        self
    }

    /// Reports a call that stopped. `goal` is the user's task in plain words, not the call.
    ///
    /// # Errors
    /// When the report was not taken; the task goes on all the same.
    pub async fn report(&self, stopped: &Stopped, goal: &str) -> Result<Receipt, ReportError> {
        let headers = stopped
            .response()
            .filter(|it| is_failure(it.status))
            .map(|it| &it.headers);
        self.deliver(&self.about(stopped, goal), headers.zip(stopped.url()))
            .await
    }

    /// Sends a report of the caller's own: a submission of protocol 2, §1.
    ///
    /// # Errors
    /// When it is invalid or was not taken.
    pub async fn submit(&self, submission: &Value) -> Result<Receipt, ReportError> {
        self.deliver(submission, None).await
    }

    async fn deliver(
        &self,
        submission: &Value,
        failed: Option<(&HeaderMap, &Url)>,
    ) -> Result<Receipt, ReportError> {
        let body = self.clean(submission)?;
        let endpoint = self.find_endpoint(failed).await?;
        self.send(endpoint, body).await
    }

    fn clean(&self, submission: &Value) -> Result<String, ReportError> {
        let json = submission.to_string();
        let submission = Submission::read(json.as_bytes()).map_err(ReportError::Invalid)?;
        Ok(self.redactor.submission(submission).value().to_string())
    }
}

fn is_failure(status: StatusCode) -> bool {
    status.is_client_error() || status.is_server_error()
}
