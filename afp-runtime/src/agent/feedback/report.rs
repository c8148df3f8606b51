use std::borrow::Cow;

use crate::feedback::json::{Member, Value};
use crate::feedback::{FeedbackType, Method, Outcome};

/// What an agent tells a service (protocol 2, §1).
///
/// ```
/// use afp_runtime::agent::Report;
/// use afp_runtime::feedback::{FeedbackType, Method, Outcome};
///
/// let report = Report::new(
///     FeedbackType::MissingCapability,
///     "Find all orders of one customer",
///     "GET /orders has no filter by customer; all pages had to be read.",
/// )
/// .endpoint("/orders")
/// .method(Method::Get)
/// .outcome(Outcome::Degraded)
/// .workaround("Read every page and filtered here.")
/// .suggestion("Add ?customer_id=.");
/// assert!(report.to_string().starts_with(r#"{"type":"missing_capability","goal":"#));
/// ```
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct Report {
    members: Vec<Member<'static>>,
}

impl Report {
    /// A report of this kind. `goal` is the user's task in plain words, at most 1000 characters;
    /// `message` what prevented or complicated it, at most 4000.
    pub fn new(kind: FeedbackType, goal: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            members: Vec::new(),
        }
        .text("type", kind.as_str())
        .text("goal", goal)
        .text("message", message)
    }

    /// The path template or tool name it is about, at most 512 characters.
    pub fn endpoint(self, endpoint: impl Into<String>) -> Self {
        self.text("endpoint", endpoint)
    }

    /// The method it is about.
    pub fn method(self, method: Method) -> Self {
        self.text("method", method.as_str())
    }

    /// How the task ended.
    pub fn outcome(self, outcome: Outcome) -> Self {
        self.text("outcome", outcome.as_str())
    }

    /// There was a way around it: this one, at most 2000 characters.
    pub fn workaround(self, description: impl Into<String>) -> Self {
        self.set("workaround", Value::Bool(true))
            .text("workaround_description", description)
    }

    /// What was expected, at most 2000 characters.
    pub fn expected(self, expected: impl Into<String>) -> Self {
        self.text("expected", expected)
    }

    /// The change that would have helped, at most 2000 characters.
    pub fn suggestion(self, suggestion: impl Into<String>) -> Self {
        self.text("suggestion", suggestion)
    }

    /// The id of the request that it is about, at most 256 characters.
    pub fn request_id(self, id: impl Into<String>) -> Self {
        self.text("request_id", id)
    }

    /// Any other member, as the protocol names it: `evidence`, `metadata`.
    pub fn member(self, name: &'static str, value: serde_json::Value) -> Self {
        self.set(name, Value::from(value))
    }

    fn text(self, name: &'static str, text: impl Into<String>) -> Self {
        self.set(name, Value::String(Cow::Owned(text.into())))
    }

    fn set(mut self, name: &'static str, value: Value<'static>) -> Self {
        match self.members.iter_mut().find(|(member, _)| member == name) {
            Some((_, old)) => *old = value,
            None => self.members.push((Cow::Borrowed(name), value)),
        }
        self
    }
}

impl From<Report> for Value<'static> {
    fn from(report: Report) -> Self {
        Value::Object(report.members)
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Value::Object(self.members.clone()).fmt(f)
    }
}
