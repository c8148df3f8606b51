//! Records that come from elsewhere.

use super::json::Value;
use super::problems::{Path, Problems};
use super::record::{Feedback, Record};
use super::submission::Submission;
use super::time::Moment;
use super::validate;
use super::words::Source;

const REQUIRED: [&str; 3] = ["id", "received_at", "feedback"];

/// Takes a record that another service made, with the submission inside of it (protocol 2, §5).
///
/// Ids of 1 to 128 characters and times of RFC 3339 with any offset will do.
///
/// # Errors
/// Every problem, with paths such as `feedback.goal`.
pub(crate) fn check(value: Value<'_>) -> Result<(Record, Submission<'_>), Problems> {
    let mut problems = Problems::default();
    let Value::Object(members) = value else {
        problems.add(&Path::Root, "must be an object");
        return Err(problems);
    };
    for name in REQUIRED {
        if !members.iter().any(|(member, _)| member == name) {
            problems.add(&Path::Member(&Path::Root, name), "is missing");
        }
    }
    for (name, value) in &members {
        check_member(name, value, &mut problems);
    }
    problems.into_result()?;
    Ok(assemble(members))
}

fn check_member(name: &str, value: &Value<'_>, problems: &mut Problems) {
    let at = &Path::Member(&Path::Root, name);
    match name {
        "id" => check_text(value, 1, 128, at, problems),
        "service" => check_text(value, 0, 128, at, problems),
        "account" => check_text(value, 0, 256, at, problems),
        "received_at" => match value.as_str().map(Moment::parse) {
            None => problems.add(at, "must be a string"),
            Some(None) => problems.add(at, "must be an RFC 3339 time up to 9999-12-30"),
            Some(Some(_)) => {}
        },
        "source" => match value.as_str().map(source) {
            None => problems.add(at, "must be a string"),
            Some(None) => problems.add(at, format!("must be one of {}", Source::WORDS.join(", "))),
            Some(Some(_)) => {}
        },
        "feedback" => problems.append(validate::check(value, at)),
        _ => problems.add(at, "is not a known member"),
    }
}

fn check_text(value: &Value<'_>, min: usize, max: usize, at: &Path<'_>, problems: &mut Problems) {
    match value.as_str() {
        None => problems.add(at, "must be a string"),
        Some(text) => validate::check_length(text, min, max, at, problems),
    }
}

fn source(word: &str) -> Option<Source> {
    Source::from_word(word)
}

/// What was checked, in one piece. Empty texts are absent.
fn assemble(members: Vec<super::json::Member<'_>>) -> (Record, Submission<'_>) {
    let mut feedback = Value::Null;
    let mut record = Record {
        id: String::new(),
        received_at: Moment::from_milliseconds(0),
        service: None,
        account: None,
        source: None,
        feedback: Feedback::empty(),
    };
    for (name, value) in members {
        let text = value.as_str().unwrap_or_default();
        let given = Some(text).filter(|text| !text.is_empty());
        match name.as_ref() {
            "id" => text.clone_into(&mut record.id),
            "received_at" => record.received_at = Moment::parse(text).unwrap_or(record.received_at),
            "service" => record.service = given.map(str::to_owned),
            "account" => record.account = given.map(str::to_owned),
            "source" => record.source = source(text),
            _ => feedback = value,
        }
    }
    let submission = Submission::from_checked(feedback);
    record.feedback = Feedback::from(&submission);
    (record, submission)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feedback::json;

    fn read(json: &str) -> Result<Record, Vec<String>> {
        let value = json::read(json.as_bytes()).unwrap();
        check(value).map(|(record, _)| record).map_err(|problems| {
            let details = problems.details().iter();
            details.map(|detail| detail.path.clone()).collect()
        })
    }

    #[test]
    fn records_of_other_implementations_are_read() {
        let record = read(
            r#"{"feedback":{"type":"bug","goal":"g","message":"m"},"source":"sdk","service":"",
            "id":"any id","received_at":"2026-09-21T16:13:20.0057+02:00","account":"a"}"#,
        )
        .unwrap();
        assert_eq!(
            record.to_json(),
            r#"{"id":"any id","received_at":"2026-09-21T14:13:20.005Z","account":"a","source":"sdk","feedback":{"type":"bug","goal":"g","message":"m"}}"#
        );
    }

    #[test]
    fn every_problem_is_named_below_its_member() {
        let problems = read(
            r#"{"received_at":"yesterday","service":null,"source":"fax","extra":1,
            "feedback":{"type":"bug","message":"","agent":{"api_key":"k"}}}"#,
        )
        .unwrap_err();
        let expected = [
            "id",
            "received_at",
            "service",
            "source",
            "extra",
            "feedback.goal",
            "feedback.message",
            "feedback.agent.api_key",
        ];
        assert_eq!(problems, expected);
        assert_eq!(read("[]").unwrap_err(), [""]);
        assert_eq!(
            read(r#"{"id":"a","received_at":"2026-09-21T14:13:20Z","feedback":[]}"#).unwrap_err(),
            ["feedback"]
        );
    }
}
