//! What a collector made of a batch.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use crate::feedback::KnownIssue;

/// The most characters of a reason that are kept.
const MAX_REASON: usize = 500;

/// The answer to one request.
#[derive(Debug, PartialEq)]
pub(super) enum Answer {
    /// One verdict for each record, in order.
    Verdicts(Vec<Verdict>),
    /// The collector does not like what is in the batch.
    RefusedContent(String),
    /// It takes nothing now, or from this service: why, and how long it asks to wait.
    Failed(String, Option<Duration>),
}

/// What became of one record.
#[derive(Debug, PartialEq)]
pub(super) enum Verdict {
    /// The collector has it.
    Taken(Option<KnownIssue>),
    /// It does not want it.
    Rejected(String),
}

#[derive(Deserialize)]
struct Body {
    results: Vec<Outcome>,
}

#[derive(Deserialize)]
struct Outcome {
    #[serde(default)]
    id: Option<String>,
    status: String,
    #[serde(default)]
    known_issue: Option<Value>,
    #[serde(default)]
    error: Option<Value>,
}

/// Reads an answer to the records with these ids.
pub(super) fn read(
    status: u16,
    retry_after: Option<Duration>,
    body: &[u8],
    ids: &[&str],
) -> Answer {
    match status {
        200..=299 => match verdicts(body, ids) {
            Ok(verdicts) => Answer::Verdicts(verdicts),
            Err(problem) => Answer::Failed(format!("status {status}, but {problem}"), retry_after),
        },
        400 | 413 | 422 => Answer::RefusedContent(reason(status, body)),
        _ => Answer::Failed(reason(status, body), retry_after),
    }
}

fn verdicts(body: &[u8], ids: &[&str]) -> Result<Vec<Verdict>, &'static str> {
    let Body { results } =
        serde_json::from_slice(body).map_err(|_| "the answer holds no results")?;
    if results.len() != ids.len() {
        return Err("the answer has not one result for each record");
    }
    let pairs = results.into_iter().zip(ids);
    pairs.map(|(outcome, id)| verdict(outcome, id)).collect()
}

fn verdict(outcome: Outcome, id: &str) -> Result<Verdict, &'static str> {
    if outcome.id.is_some_and(|given| given != id) {
        return Err("the results are not in the order of the records");
    }
    match outcome.status.as_str() {
        "accepted" | "duplicate" => {
            // An issue that cannot be passed on is none.
            let issue = outcome.known_issue;
            let issue = issue.and_then(|issue| serde_json::from_value(issue).ok());
            Ok(Verdict::Taken(issue.filter(KnownIssue::is_presentable)))
        }
        "rejected" => Ok(Verdict::Rejected(shown("rejected", outcome.error.as_ref()))),
        _ => Err("a result has an unknown status"),
    }
}

/// The status, and what the protocol's error object says.
fn reason(status: u16, body: &[u8]) -> String {
    let body: Option<Value> = serde_json::from_slice(body).ok();
    let error = body.as_ref().and_then(|body| body.get("error"));
    shown(&format!("status {status}"), error)
}

fn shown(what: &str, error: Option<&Value>) -> String {
    let member = |name| error?.get(name)?.as_str();
    let mut text = what.to_owned();
    for part in [member("code"), member("message")].into_iter().flatten() {
        text.push_str(": ");
        text.push_str(part);
    }
    let text: String = text.chars().take(MAX_REASON).collect();
    crate::feedback::escape_for_log(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(body: &str) -> Answer {
        read(200, None, body.as_bytes(), &["a", "b"])
    }

    #[test]
    fn each_record_has_its_verdict() {
        let body = r#"{"results":[
            {"id":"a","status":"duplicate","known_issue":{"id":"K","title":"t","status":"planned"}},
            {"id":"b","status":"rejected","error":{"code":"invalid_feedback","message":"goal: is missing"}}]}"#;
        let Answer::Verdicts(verdicts) = of(body) else {
            panic!("verdicts");
        };
        assert!(matches!(&verdicts[0], Verdict::Taken(Some(issue)) if issue.id == "K"));
        let reason = "rejected: invalid_feedback: goal: is missing".to_owned();
        assert_eq!(verdicts[1], Verdict::Rejected(reason));
    }

    #[test]
    fn an_answer_that_cannot_be_understood_is_a_failure() {
        for body in [
            "",
            "<html>ok</html>",
            "{}",
            r#"{"results":[{"id":"a","status":"accepted"}"#,
            r#"{"results":[{"id":"a","status":"accepted"}]}"#,
            r#"{"results":[{"id":"b","status":"accepted"},{"id":"a","status":"accepted"}]}"#,
            r#"{"results":[{"id":"a","status":"accepted"},{"id":"b","status":"queued"}]}"#,
        ] {
            assert!(matches!(of(body), Answer::Failed(..)), "{body}");
        }
    }

    #[test]
    fn only_refusals_of_content_concern_the_records() {
        let of = |status| read(status, None, b"<html>", &["a"]);
        for status in [400, 413, 422] {
            assert!(matches!(of(status), Answer::RefusedContent(_)));
        }
        for status in [301, 401, 403, 404, 408, 429, 500, 503] {
            assert!(matches!(of(status), Answer::Failed(..)));
        }
        let body = br#"{"error":{"code":"unauthorized","message":"a\nb"}}"#;
        let expected = Answer::Failed("status 401: unauthorized: a\\nb".into(), None);
        assert_eq!(read(401, None, body, &["a"]), expected);
    }
}
