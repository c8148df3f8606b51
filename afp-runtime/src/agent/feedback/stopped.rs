//! A report, filled from a call that stopped.

use serde_json::{Map, Value, json};

use super::{FeedbackClient, FeedbackReceipt, Report};
use crate::agent::{Stop, Stopped};
use crate::feedback::{FeedbackType, Method, Outcome};

impl FeedbackClient {
    /// Reports a call that stopped, as well as it goes: a failure is logged, and the task goes
    /// on. `goal` is the user's task in plain words, not the call. The `Link` of the failed
    /// answer names the endpoint.
    ///
    /// ```no_run
    /// use afp_runtime::agent::{Agent, FeedbackClient};
    ///
    /// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
    /// let agent = Agent::new("https://api.example.com")?;
    /// let feedback = FeedbackClient::builder("https://api.example.com").build()?;
    /// if let Err(stopped) = agent.call(agent.get("/api/orders/7")).await {
    ///     feedback.report_stopped(&stopped, "Tell the user where order 7 is").await;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub async fn report_stopped(&self, stopped: &Stopped, goal: &str) -> Option<FeedbackReceipt> {
        if let Some((url, response)) = stopped.url().zip(stopped.response()) {
            self.observe(url, response.status, &response.headers);
        }
        self.report(Report::about(stopped, goal)).await
    }
}

impl Report {
    /// A report of a call that stopped, filled from its last answer and its trace; cut so that
    /// every service takes it. Add what only the agent knows: a [`suggestion`](Self::suggestion)
    /// is worth most.
    pub fn about(stopped: &Stopped, goal: &str) -> Self {
        let levels = [
            Detail::All,
            Detail::NoTrace,
            Detail::NoExcerpt,
            Detail::Short,
        ];
        let mut reports = levels.into_iter().map(|detail| fill(stopped, goal, detail));
        let fits = |report: &Self| report.to_string().len() <= LONGEST;
        // The shortest always fits; were it not so, the service would say it.
        reports
            .find(fits)
            .unwrap_or_else(|| fill(stopped, goal, Detail::Short))
    }
}

/// Services take 16,384 bytes; what a client fills in and redacts may add a few.
const LONGEST: usize = 15_000;

/// What is given up first when a report is too long.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Detail {
    All,
    NoTrace,
    NoExcerpt,
    Short,
}

fn fill(stopped: &Stopped, goal: &str, detail: Detail) -> Report {
    let (trace, limit) = (
        stopped.trace(),
        if detail == Detail::Short { 400 } else { 2000 },
    );
    let message = cut(&message(stopped), limit);
    let mut report = Report::new(kind(stopped.reason()), cut(goal, 1000), message)
        .endpoint(cut(&trace.route, 512))
        .outcome(Outcome::Blocked)
        .member("evidence", evidence(stopped, detail));
    if let Some(method) = Method::from_word(&trace.method) {
        report = report.method(method);
    }
    if let Some(failure) = stopped
        .failure()
        .filter(|failure| !failure.expected.is_empty())
    {
        report = report.expected(cut(&failure.expected, limit));
    }
    if let Some(id) = request_id(stopped) {
        report = report.request_id(cut(id, 256));
    }
    if detail == Detail::All {
        report = report.member("metadata", json!({ "trace": trace }));
    }
    report
}

/// A server that answers against its own protocol surprises; one that loses answers has a bug;
/// one whose envelope leads nowhere does not help.
fn kind(stop: &Stop) -> FeedbackType {
    match stop {
        Stop::NotAnEnvelope { .. } | Stop::BodyTooLarge { .. } | Stop::RedirectRefused { .. } => {
            FeedbackType::UnexpectedResponse
        }
        Stop::OutcomeUnknown { .. } | Stop::Unreachable { .. } => FeedbackType::Bug,
        Stop::WaitTooLong { .. } => FeedbackType::Performance,
        _ => FeedbackType::UnhelpfulError,
    }
}

fn message(stopped: &Stopped) -> String {
    let (trace, reason) = (stopped.trace(), stopped.reason());
    let (method, route, requests) = (&trace.method, &trace.route, trace.requests());
    let message = format!("{method} {route} stopped: {reason} (request {requests})");
    match stopped.failure() {
        Some(failure) => format!("{message}. {}: {}", failure.code, failure.error),
        None => message,
    }
}

fn evidence(stopped: &Stopped, detail: Detail) -> Value {
    let mut evidence = Map::new();
    if let Some(response) = stopped.response() {
        let status = response.status.as_u16();
        if (100..=599).contains(&status) {
            evidence.insert("status_code".into(), status.into());
        }
        if detail < Detail::NoExcerpt {
            let start = &response.body[..response.body.len().min(16_000)];
            let excerpt = cut(&String::from_utf8_lossy(start), 4000);
            evidence.insert("response_excerpt".into(), excerpt.into());
        }
    }
    evidence.into()
}

fn request_id(stopped: &Stopped) -> Option<&str> {
    stopped
        .response()?
        .headers
        .get("x-request-id")?
        .to_str()
        .ok()
}

/// Limits count code points.
fn cut(text: &str, limit: usize) -> String {
    text.chars().take(limit).collect()
}
