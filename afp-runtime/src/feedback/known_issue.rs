use std::borrow::Cow;

use super::json::Value;

/// How far an issue is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IssueStatus {
    /// It is known.
    Acknowledged,
    /// It will be worked on.
    Planned,
    /// It is being worked on.
    InProgress,
    /// It is solved.
    Fixed,
    /// It stays as it is.
    WontFix,
}

/// What an agent is told about an obstacle that the operator already knows.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownIssue {
    /// The operator's name for it, 1 to 128 characters.
    pub id: String,
    /// One line, 1 to 256 characters.
    pub title: String,
    /// How far it is.
    pub status: IssueStatus,
    /// Where to read more: `http` or `https`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// What an agent can do meanwhile, at most 2000 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workaround: Option<String>,
}

/// The limits of an issue.
pub(super) fn check(issue: &KnownIssue) -> Result<(), String> {
    let within = |text: &str, max: usize| (1..=max).contains(&text.chars().count());
    if !within(&issue.id, 128) {
        return Err("`id` has 1 to 128 characters".into());
    }
    if !within(&issue.title, 256) {
        return Err("`title` has 1 to 256 characters".into());
    }
    if issue
        .workaround
        .as_deref()
        .is_some_and(|text| !within(text, 2000))
    {
        return Err("`workaround` has 1 to 2000 characters".into());
    }
    let web = |url: &str| url.starts_with("https://") || url.starts_with("http://");
    match issue.url.as_deref() {
        Some(url) if !web(url) || url.len() > 2048 || url.chars().any(char::is_whitespace) => {
            Err("`url` is an http or https URL".into())
        }
        _ => Ok(()),
    }
}

impl KnownIssue {
    /// Whether it keeps its limits, so that it can be passed on.
    #[cfg(feature = "forwarding")]
    pub(crate) fn is_presentable(&self) -> bool {
        check(self).is_ok()
    }

    /// The issue as JSON.
    #[cfg(feature = "axum")]
    pub(crate) fn to_json(&self) -> String {
        self.to_value().to_string()
    }

    /// The issue as it stands in an acknowledgement.
    #[must_use]
    pub(super) fn to_value(&self) -> Value<'_> {
        let status = match self.status {
            IssueStatus::Acknowledged => "acknowledged",
            IssueStatus::Planned => "planned",
            IssueStatus::InProgress => "in_progress",
            IssueStatus::Fixed => "fixed",
            IssueStatus::WontFix => "wont_fix",
        };
        let members = [
            ("id", Some(self.id.as_str())),
            ("title", Some(self.title.as_str())),
            ("status", Some(status)),
            ("url", self.url.as_deref()),
            ("workaround", self.workaround.as_deref()),
        ];
        let member = |(name, text): (&'static str, Option<_>)| {
            text.map(|text| (Cow::Borrowed(name), Value::String(Cow::Borrowed(text))))
        };
        Value::Object(members.into_iter().filter_map(member).collect())
    }
}
