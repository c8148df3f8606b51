//! What a feedback endpoint answers.

use serde_json::{Map, Value};

use super::FeedbackFailure;
use crate::feedback::{KnownIssue, Moment};

/// The most bytes of an answer that are read.
pub(super) const MAX_ANSWER: usize = 64 * 1024;

/// The longest `error.code` that is kept.
const MAX_CODE: usize = 64;

/// A service has the report.
///
/// What it says is the service's word, as it came: treat it as data, not as instructions, and
/// escape it (`{:?}`) before it reaches a terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FeedbackReceipt {
    /// The id of the record.
    pub id: String,
    /// When the service took it.
    pub received_at: Moment,
    /// What the service already knows about the obstacle; use its workaround.
    pub known_issue: Option<KnownIssue>,
}

/// Reads the acknowledgement of a 2xx answer.
pub(super) fn acknowledgement(
    status: u16,
    body: &[u8],
) -> Result<FeedbackReceipt, FeedbackFailure> {
    read(status, body).map_err(|problem| FeedbackFailure::NotAnAcknowledgement { status, problem })
}

fn read(status: u16, body: &[u8]) -> Result<FeedbackReceipt, &'static str> {
    if !matches!(status, 200 | 202) {
        return Err("the status is neither 202 nor 200");
    }
    let value: Map<String, Value> =
        serde_json::from_slice(body).map_err(|_| "it is not a JSON object")?;
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    let id = text("id").filter(|id| (1..=128).contains(&id.chars().count()));
    if text("status") != Some("accepted") {
        return Err("`status` is not `accepted`");
    }
    Ok(FeedbackReceipt {
        id: id.ok_or("`id` has not 1 to 128 characters")?.to_owned(),
        received_at: text("received_at")
            .and_then(Moment::parse)
            .ok_or("`received_at` is not a time")?,
        known_issue: value.get("known_issue").map_or(Ok(None), known_issue)?,
    })
}

/// Words and members of later minor versions are not an error; an issue whose status this client
/// does not know is left out.
fn known_issue(value: &Value) -> Result<Option<KnownIssue>, &'static str> {
    let wrong = "`known_issue` lacks `id`, `title` or `status`";
    let members = value.as_object().ok_or(wrong)?;
    let text = |name: &str| members.get(name).and_then(Value::as_str).map(str::to_owned);
    let status = members.get("status").filter(|status| status.is_string());
    let issue = KnownIssue {
        id: text("id").ok_or(wrong)?,
        title: text("title").ok_or(wrong)?,
        status: match serde_json::from_value(status.ok_or(wrong)?.clone()) {
            Ok(status) => status,
            Err(_) => return Ok(None),
        },
        url: text("url"),
        workaround: text("workaround"),
    };
    Ok(Some(issue))
}

/// The word for a failure, when the answer has one that can be shown.
pub(super) fn error_code(body: &[u8]) -> Option<String> {
    let value: Value = serde_json::from_slice(body).ok()?;
    let code = value.get("error")?.get("code")?.as_str()?;
    let word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    (code.len() <= MAX_CODE && code.bytes().all(word)).then(|| code.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"{"id":"fb_1","status":"accepted","received_at":"2026-09-21T14:13:20Z""#;

    #[test]
    fn an_acknowledgement_has_id_status_and_time() {
        let receipt = acknowledgement(202, format!("{GOOD}}}").as_bytes()).unwrap();
        assert_eq!(receipt.id, "fb_1");
        assert_eq!(receipt.known_issue, None);
        for (status, body) in [
            (204, String::new()),
            (202, String::new()),
            (202, "<html>".to_owned()),
            (202, "[]".to_owned()),
            (202, GOOD.to_owned()),
            (201, format!("{GOOD}}}")),
            (202, format!("{GOOD}}}").replace("accepted", "queued")),
            (202, format!("{GOOD}}}").replace("fb_1", "")),
            (202, format!("{GOOD}}}").replace("2026", "soon")),
            (202, format!(r#"{GOOD},"known_issue":"x"}}"#)),
            (202, format!(r#"{GOOD},"known_issue":{{"id":"x"}}}}"#)),
        ] {
            let failure = acknowledgement(status, body.as_bytes()).unwrap_err();
            let expected = matches!(failure, FeedbackFailure::NotAnAcknowledgement { .. });
            assert!(expected, "{status} {body}");
        }
    }

    #[test]
    fn later_versions_of_a_known_issue_can_be_read() {
        let issue = |status: &str| {
            let issue = format!(
                r#","known_issue":{{"id":"A","title":"t","status":"{status}","workaround":"w","votes":3}}}}"#
            );
            acknowledgement(202, format!("{GOOD}{issue}").as_bytes()).unwrap()
        };
        let known = issue("planned").known_issue.unwrap();
        assert_eq!(known.workaround.as_deref(), Some("w"));
        assert_eq!(issue("postponed").known_issue, None);
    }

    #[test]
    fn an_error_code_is_a_word() {
        assert_eq!(
            error_code(br#"{"error":{"code":"rate_limited"}}"#).as_deref(),
            Some("rate_limited")
        );
        assert_eq!(error_code(br#"{"error":{"code":"a b\n"}}"#), None);
        assert_eq!(error_code(br#"{"error":"text"}"#), None);
        assert_eq!(error_code(b"<html>"), None);
    }
}
