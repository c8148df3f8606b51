use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use http::header::{HeaderMap, HeaderName, HeaderValue, LINK};
use url::Url;

use super::discover::Discovery;
use super::exchange::{Http, HttpAnswer};
use super::{FeedbackClientBuilder, FeedbackFailure, FeedbackReceipt};
use crate::feedback::json::{Member, Value};
use crate::feedback::{Redactor, Submission};

/// The wait before the second attempt when the service names none.
const DEFAULT_WAIT: Duration = Duration::from_secs(1);

/// Tells a service what stood in the way of a task.
///
/// It finds the endpoint, takes secrets out of the report, checks it, and sends it: at most twice,
/// 10 s each. Credentials go to the origin of the base URL only; redirects to another origin are
/// not followed; of an answer, 64 KiB are read. Cheap to clone; clones share what they found out.
///
/// ```no_run
/// use afp_runtime::agent::{FeedbackClient, Report};
/// use afp_runtime::feedback::FeedbackType;
///
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// let feedback = FeedbackClient::builder("https://api.example.com")
///     .bearer("key")
///     .agent("buyer", "some-model-2")
///     .session_id("task-7")
///     .build()?;
/// let report = Report::new(
///     FeedbackType::UnhelpfulError,
///     "Order 30 chairs",
///     "POST /orders answered 400 without saying which member is wrong.",
/// );
/// if let Some(receipt) = feedback.report(report).await {
///     if let Some(issue) = receipt.known_issue {
///         println!("known: {:?}", issue.title);
///     }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct FeedbackClient {
    pub(super) shared: Arc<Shared>,
}

#[derive(Debug)]
pub(super) struct Shared {
    pub(super) http: Http,
    pub(super) discovery: Discovery,
    pub(super) credential: Option<(HeaderName, HeaderValue)>,
    pub(super) redactor: Redactor,
    pub(super) agent: Vec<Member<'static>>,
    pub(super) session_id: Option<String>,
    pub(super) max_wait: Duration,
}

impl FeedbackClient {
    /// Sets up a client for the API at `base`, an `http` or `https` URL.
    pub fn builder(base: &str) -> FeedbackClientBuilder {
        FeedbackClientBuilder::new(base)
    }

    /// Takes note of an answer of the API: the `Link` header of a 4xx or 5xx names the endpoint.
    pub fn observe(&self, url: &Url, status: http::StatusCode, headers: &HeaderMap) {
        let links = headers.get_all(LINK).iter();
        let mut links = links.filter_map(|field| field.to_str().ok());
        let discovery = &self.shared.discovery;
        discovery.observe(url, status.as_u16(), &mut links);
    }

    /// Reports, as well as it goes: a failure is logged (target `afp::feedback`, level debug), and
    /// the task goes on. `None` means that it may not have arrived.
    pub async fn report(&self, report: impl Into<Value<'static>>) -> Option<FeedbackReceipt> {
        match self.submit(report).await {
            Ok(receipt) => Some(receipt),
            Err(failure) => {
                tracing::debug!(target: "afp::feedback", %failure, "feedback was not delivered");
                None
            }
        }
    }

    /// Reports, and says what became of it. `report` is a [`Report`](super::Report), or the JSON
    /// object that a model wrote.
    ///
    /// # Errors
    /// [`FeedbackFailure`]; it is no reason to fail the task.
    pub async fn submit(
        &self,
        report: impl Into<Value<'static>>,
    ) -> Result<FeedbackReceipt, FeedbackFailure> {
        let shared = &self.shared;
        let body = shared.prepare(report.into())?;
        let endpoint = shared.discovery.endpoint(&shared.http).await;
        if body.len() > endpoint.max_bytes {
            return Err(FeedbackFailure::TooLarge {
                bytes: body.len(),
                limit: endpoint.max_bytes,
            });
        }
        let first = shared.post(&endpoint.url, &body).await?;
        let Some(wait) = shared.wait_before_retry(&first) else {
            return first.receipt();
        };
        tokio::time::sleep(wait).await;
        shared.post(&endpoint.url, &body).await?.receipt()
    }
}

impl Shared {
    /// The body to send: defaults filled in, secrets taken out, rules checked.
    fn prepare(&self, mut report: Value<'static>) -> Result<String, FeedbackFailure> {
        self.fill_in(&mut report);
        self.redactor.unchecked_submission(&mut report);
        let submission = Submission::check(report).map_err(FeedbackFailure::Invalid)?;
        Ok(submission.value().to_string())
    }

    fn fill_in(&self, report: &mut Value<'static>) {
        let Value::Object(members) = report else {
            return;
        };
        let lacks = |members: &[Member<'_>], name: &str| {
            let given = members.iter().find(|(member, _)| member == name);
            given.is_none_or(|(_, value)| value.as_str() == Some(""))
        };
        if !self.agent.is_empty() && lacks(members, "agent") {
            let agent = Value::Object(self.agent.clone());
            members.push((Cow::Borrowed("agent"), agent));
        }
        if let (Some(id), true) = (&self.session_id, lacks(members, "session_id")) {
            members.retain(|(member, _)| member != "session_id");
            let id = Value::String(Cow::Owned(id.clone()));
            members.push((Cow::Borrowed("session_id"), id));
        }
    }

    async fn post(&self, url: &Url, body: &str) -> Result<HttpAnswer, FeedbackFailure> {
        let own = self.discovery.allowed.is_own(url);
        let credential = self.credential.as_ref().filter(|_| own);
        self.http.post(url, body, credential).await
    }

    /// How long to wait before the one retry, on 429 and 5xx.
    fn wait_before_retry(&self, answer: &HttpAnswer) -> Option<Duration> {
        let passes = answer.status == 429 || answer.status >= 500;
        let wait = answer.retry_after.unwrap_or(DEFAULT_WAIT);
        (passes && wait <= self.max_wait).then_some(wait)
    }
}
