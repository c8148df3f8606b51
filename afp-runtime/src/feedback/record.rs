use std::borrow::Cow;

use super::json::{Value, write_string};
use super::known_issue::KnownIssue;
use super::submission::Submission;
use super::time::Moment;
use super::words::{FeedbackType, Outcome, Source};

/// A submission after redaction, with what the service knows about it (protocol 2, §5).
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// `fb_` and a ULID, or any id of 1 to 128 characters that another service gave.
    pub id: String,
    /// When the service took it.
    pub received_at: Moment,
    /// The service's name, at most 128 characters.
    pub service: Option<String>,
    /// The pseudonym of the account, at most 256 characters.
    pub account: Option<String>,
    /// The way it came in.
    pub source: Option<Source>,
    /// What the agent said.
    pub feedback: Feedback,
}

/// A redacted submission as a store keeps it: its JSON text, and the members that stores count
/// and filter by.
#[derive(Clone, Debug, PartialEq)]
pub struct Feedback {
    /// The member `type`.
    pub kind: FeedbackType,
    /// The member `endpoint`.
    pub endpoint: Option<String>,
    /// The member `outcome`.
    pub outcome: Option<Outcome>,
    /// The submission as compact JSON.
    pub json: String,
}

impl From<&Submission<'_>> for Feedback {
    fn from(submission: &Submission<'_>) -> Self {
        let mut json = String::with_capacity(512);
        submission.value().write(&mut json);
        Self {
            kind: submission.kind(),
            endpoint: submission.endpoint().map(str::to_owned),
            outcome: submission.outcome(),
            json,
        }
    }
}

#[cfg(feature = "axum")]
impl Feedback {
    /// To be filled.
    pub(super) fn empty() -> Self {
        Self {
            kind: FeedbackType::Other,
            endpoint: None,
            outcome: None,
            json: String::new(),
        }
    }
}

impl Record {
    /// The record as compact JSON; what is absent is not there.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::with_capacity(self.feedback.json.len() + 192);
        out.push_str("{\"id\":");
        write_string(&mut out, &self.id);
        out.push_str(",\"received_at\":");
        write_string(&mut out, &self.received_at.to_string());
        let optional = [
            (",\"service\":", self.service.as_deref()),
            (",\"account\":", self.account.as_deref()),
            (",\"source\":", self.source.map(Source::as_str)),
        ];
        for (name, text) in optional {
            if let Some(text) = text {
                out.push_str(name);
                write_string(&mut out, text);
            }
        }
        out.push_str(",\"feedback\":");
        out.push_str(&self.feedback.json);
        out.push('}');
        out
    }
}

/// What the service answers with 202: `{"id","status","received_at"[,"known_issue"]}`.
#[must_use]
pub fn acknowledgement(id: &str, received_at: Moment, known_issue: Option<&KnownIssue>) -> String {
    let mut out = String::with_capacity(128);
    out.push_str("{\"id\":");
    write_string(&mut out, id);
    out.push_str(",\"status\":\"accepted\",\"received_at\":");
    write_string(&mut out, &received_at.to_string());
    if let Some(issue) = known_issue {
        out.push_str(",\"known_issue\":");
        issue.to_value().write(&mut out);
    }
    out.push('}');
    out
}

/// An error of protocol 2 without details: `{"error":{"code","message"}}`.
#[must_use]
pub fn error_body(code: &str, message: &str) -> String {
    let member = |name, text| (Cow::Borrowed(name), Value::String(Cow::Borrowed(text)));
    let error = Value::Object(vec![member("code", code), member("message", message)]);
    Value::Object(vec![(Cow::Borrowed("error"), error)]).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_absent_is_not_there() {
        let submission = Submission::read(br#"{"type":"bug","goal":"g","message":"m"}"#).unwrap();
        let mut record = Record {
            id: "fb_1".into(),
            received_at: Moment::from_milliseconds(0),
            service: None,
            account: None,
            source: None,
            feedback: Feedback::from(&submission),
        };
        let feedback = r#""feedback":{"type":"bug","goal":"g","message":"m"}}"#;
        let start = r#"{"id":"fb_1","received_at":"1970-01-01T00:00:00.000Z","#;
        assert_eq!(record.to_json(), format!("{start}{feedback}"));
        record.service = Some("a\"b".into());
        record.account = Some("acct_1".into());
        record.source = Some(Source::Http);
        let context = r#""service":"a\"b","account":"acct_1","source":"http","#;
        assert_eq!(record.to_json(), format!("{start}{context}{feedback}"));
    }
}
