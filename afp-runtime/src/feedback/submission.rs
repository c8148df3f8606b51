use std::borrow::Cow;
use std::fmt;

use super::json::{self, JsonError, Value};
use super::problems::{Path, Problems};
use super::validate;
use super::words::{FeedbackType, Outcome};

/// What an agent sends: a JSON object that keeps every rule of protocol 2 §1.
///
/// ```
/// use afp_runtime::feedback::{FeedbackType, Submission};
///
/// let body = br#"{"type":"bug","goal":"Refund order 7","message":"The refund answered 500."}"#;
/// let submission = Submission::read(body).expect("keeps the protocol");
/// assert_eq!(submission.kind(), FeedbackType::Bug);
/// assert_eq!(submission.goal(), "Refund order 7");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Submission<'a> {
    value: Value<'a>,
}

/// Why a body is no submission.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// It is not strict JSON.
    Json(JsonError),
    /// It is JSON, but breaks the protocol's rules.
    Invalid(Problems),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => error.fmt(f),
            Self::Invalid(problems) => {
                for (index, detail) in problems.details().iter().enumerate() {
                    let separator = if index == 0 { "" } else { "; " };
                    write!(f, "{separator}{}: {}", detail.path, detail.message)?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for Refusal {}

impl<'a> Submission<'a> {
    /// Reads and checks a body; borrows its strings. A leading byte order mark is skipped.
    ///
    /// # Errors
    /// [`Refusal::Json`] with line and column, or [`Refusal::Invalid`] with every problem.
    pub fn read(body: &'a [u8]) -> Result<Self, Refusal> {
        let value = json::read(body).map_err(Refusal::Json)?;
        Self::check(value).map_err(Refusal::Invalid)
    }

    /// Takes a JSON value that keeps every rule.
    ///
    /// # Errors
    /// Every problem, in the order of protocol 2 §1.
    pub fn check(value: Value<'a>) -> Result<Self, Problems> {
        validate::check(&value, &Path::Root)?;
        Ok(Self { value })
    }

    /// A value that still keeps the rules after a change that cannot break them.
    pub(crate) fn from_checked(value: Value<'a>) -> Self {
        debug_assert!(validate::check(&value, &Path::Root).is_ok());
        Self { value }
    }

    /// The JSON object.
    #[must_use]
    pub fn value(&self) -> &Value<'a> {
        &self.value
    }

    /// The JSON object itself.
    #[must_use]
    pub fn into_value(self) -> Value<'a> {
        self.value
    }

    /// The same submission without a borrow.
    #[must_use]
    pub fn into_owned(self) -> Submission<'static> {
        Submission {
            value: self.value.into_owned(),
        }
    }

    /// The member `type`.
    #[must_use]
    pub fn kind(&self) -> FeedbackType {
        let word = self.text("type").unwrap_or_default();
        FeedbackType::from_word(word).unwrap_or(FeedbackType::Other)
    }

    /// The user's task, in plain words.
    #[must_use]
    pub fn goal(&self) -> &str {
        self.text("goal").unwrap_or_default()
    }

    /// What prevented or complicated the task.
    #[must_use]
    pub fn message(&self) -> &str {
        self.text("message").unwrap_or_default()
    }

    /// Path template or tool name.
    #[must_use]
    pub fn endpoint(&self) -> Option<&str> {
        self.text("endpoint")
    }

    /// How the task ended.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.text("outcome").and_then(Outcome::from_word)
    }

    /// One value for all submissions of one task; `None` when absent or empty.
    #[must_use]
    pub fn session_id(&self) -> Option<&str> {
        self.text("session_id").filter(|id| !id.is_empty())
    }

    /// The name of the agent, when it gave one that is not empty.
    #[must_use]
    pub fn agent_name(&self) -> Option<&str> {
        let name = self.value.get("agent")?.get("name")?.as_str()?;
        (!name.is_empty()).then_some(name)
    }

    /// A top-level member that is a string.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.value.get(name)?.as_str()
    }

    /// The same submission with `agent.name`, and `agent.version` where none was given, filled
    /// in from elsewhere; both are cut at their limits.
    #[must_use]
    pub(crate) fn with_agent(self, name: &str, version: Option<&str>) -> Self {
        let Value::Object(mut members) = self.value else {
            return self;
        };
        let at = members.iter().position(|(member, _)| member == "agent");
        let at = at.unwrap_or_else(|| {
            members.push((Cow::Borrowed("agent"), Value::Object(Vec::new())));
            members.len() - 1
        });
        if let Value::Object(agent) = &mut members[at].1 {
            fill(agent, "name", name, 128);
            if let Some(version) = version {
                fill(agent, "version", version, 64);
            }
        }
        Self::from_checked(Value::Object(members))
    }
}

/// Sets a member that is absent or empty.
fn fill<'a>(members: &mut Vec<json::Member<'a>>, name: &'static str, text: &str, limit: usize) {
    let value = Value::String(Cow::Owned(text.chars().take(limit).collect()));
    match members.iter_mut().find(|(member, _)| member == name) {
        None => members.push((Cow::Borrowed(name), value)),
        Some((_, old)) if old.as_str() == Some("") => *old = value,
        Some(_) => {}
    }
}
