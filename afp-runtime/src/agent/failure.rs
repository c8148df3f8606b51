//! A failed answer, read: the envelope of protocol 1, §1, as an agent sees it.

use std::fmt;

use serde_json::value::RawValue;

use crate::errors::{Action, ApplyTo};

use super::members::Members;
use super::shown::{Line, WORD};

/// What a failed answer says about recovery.
///
/// Members that the protocol does not know are ignored. An answer without `feedback.action` (a
/// string) and `feedback.retryable` (a boolean) is not an envelope; every other member that is
/// absent or of the wrong type is treated as absent.
///
/// The fields hold what the server sent, character for character, control characters included. Its
/// `Display` is fit for a log: one line of code, action and `expected`, escaped, at most 64
/// characters of each word and 300 of the sentence.
#[derive(Debug, Clone)]
pub struct Failure {
    /// The code; empty when the answer names none.
    pub code: String,
    /// A short sentence for a human. Nothing is decided by it.
    pub error: String,
    /// What the request should have been.
    pub expected: String,
    /// The page a human reads.
    pub docs_url: String,
    /// What to do; `Err` holds a word that is not in the vocabulary.
    pub action: Result<Action, String>,
    /// Whether following the action is likely to succeed.
    pub retryable: bool,
    pub(super) place: Result<Place, String>,
    pub(super) suggestion: Option<Members>,
    pub(super) current: Option<Members>,
}

/// Where a suggestion belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Body,
    Other(ApplyTo),
}

impl Failure {
    /// Reads an envelope; `None` when `body` is none.
    ///
    /// ```
    /// use afp_runtime::{Action, agent::Failure};
    ///
    /// let body = br#"{"ok":false,"error":"slow down","code":"RATE_LIMITED","feedback":{
    ///     "suggestion":{"retry_after_s":2},"retryable":true,"action":"wait_and_retry"}}"#;
    /// let failure = Failure::read(body).unwrap();
    /// assert_eq!(failure.code, "RATE_LIMITED");
    /// assert_eq!(failure.action, Ok(Action::WaitAndRetry));
    /// ```
    #[must_use]
    pub fn read(body: &[u8]) -> Option<Self> {
        let envelope = Members::parse(body)?;
        let feedback = envelope.object("feedback")?;
        let action = feedback.text("action")?;
        Some(Self {
            code: envelope.text("code").unwrap_or_default(),
            error: envelope.text("error").unwrap_or_default(),
            expected: feedback.text("expected").unwrap_or_default(),
            docs_url: feedback.text("docs_url").unwrap_or_default(),
            action: action.parse().map_err(|_| action),
            retryable: feedback.get("retryable")?.get().parse().ok()?,
            place: place(&feedback),
            suggestion: feedback.object("suggestion"),
            current: feedback.object("current"),
        })
    }

    /// The suggestion as it came: the text of a JSON object.
    #[must_use]
    pub fn suggestion(&self) -> Option<String> {
        String::from_utf8(self.suggestion.as_ref()?.to_bytes()).ok()
    }

    /// The member `name` of the suggestion, in the older form, too.
    pub(super) fn suggested(&self, name: &str) -> Option<String> {
        let suggestion = self.suggestion.as_ref()?;
        let value = match pair(suggestion) {
            Some((field, value)) if field == name => value,
            _ => suggestion.get(name)?,
        };
        Some(value.get().to_owned())
    }

    /// Whether it holds all that a client needs which knows `apply_to`.
    pub(super) fn brings_context(&self) -> bool {
        let place = matches!(
            self.place,
            Ok(Place::Other(
                ApplyTo::Query | ApplyTo::Path | ApplyTo::Header
            ))
        );
        place && self.suggestion.as_ref().is_some_and(|it| !it.is_empty())
    }

    /// The action as the server wrote it.
    pub(super) fn action_word(&self) -> &str {
        match &self.action {
            Ok(action) => action.as_str(),
            Err(word) => word,
        }
    }

    /// `code` of an answer that need not be a whole envelope (the short form, for one).
    pub(super) fn code_in(body: &[u8]) -> Option<String> {
        Members::parse(body)?.text("code")
    }
}

/// `code C, action report_bug, expected: a sentence`.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.code.is_empty() {
            write!(f, "code {}, ", Line(&self.code, WORD))?;
        }
        write!(f, "action {}", Line(self.action_word(), WORD))?;
        if !self.expected.is_empty() {
            write!(f, ", expected: {}", Line(&self.expected, SENTENCE))?;
        }
        Ok(())
    }
}

/// Characters of `expected` that are shown.
const SENTENCE: usize = 300;

fn place(feedback: &Members) -> Result<Place, String> {
    let Some(json) = feedback.get("apply_to").map(RawValue::get) else {
        return Ok(Place::Body);
    };
    let places = [
        ApplyTo::Query,
        ApplyTo::Path,
        ApplyTo::Header,
        ApplyTo::Method,
    ];
    match feedback.text("apply_to") {
        None if json == "null" => Ok(Place::Body),
        Some(word) if word == "body" => Ok(Place::Body),
        word => places
            .into_iter()
            .find(|place| word.as_deref() == Some(place.as_str()))
            .map(Place::Other)
            .ok_or_else(|| json.to_owned()),
    }
}

/// The older form `{"value": v, "field": "f"}`, which means `{"f": v}`.
pub(super) fn pair(suggestion: &Members) -> Option<(String, &RawValue)> {
    let field = suggestion.text("field").filter(|field| !field.is_empty())?;
    let value = suggestion.get("value")?;
    (suggestion.len() == 2).then_some((field, value))
}

#[cfg(test)]
mod tests {
    use super::Failure;

    fn feedback(members: &str) -> Option<Failure> {
        Failure::read(format!(r#"{{"feedback":{{{members}}}}}"#).as_bytes())
    }

    #[test]
    fn an_envelope_has_an_action_and_says_whether_it_helps() {
        assert!(feedback(r#""action":"report_bug","retryable":false"#).is_some());
        for other in [
            r#""action":"report_bug""#,
            r#""retryable":true"#,
            r#""action":7,"retryable":true"#,
            r#""action":"report_bug","retryable":"true""#,
            r#""action":"report_bug","retryable":1"#,
            r#""action":"report_bug","retryable":null"#,
        ] {
            assert!(feedback(other).is_none(), "{other}");
        }
        for other in [
            r#"{"feedback":"x"}"#,
            "{}",
            "[]",
            "",
            "<html>",
            "{\"feedback\":{}",
            "\u{0}",
        ] {
            assert!(Failure::read(other.as_bytes()).is_none(), "{other}");
        }
    }

    #[test]
    fn a_log_line_is_one_line_and_bounded() {
        let failure = Failure::read(
            br#"{"code":"C\u001b[0m","feedback":{"action":"dance\n","retryable":true,
                "expected":"a \u202ename\r\nof 3 letters"}}"#,
        );
        let expected =
            "code C\\u{1b}[0m, action dance\\n, expected: a \\u{202e}name\\r\\nof 3 letters";
        assert_eq!(failure.unwrap().to_string(), expected);
        let word = feedback(r#""action":"report_bug","retryable":false"#).unwrap();
        assert_eq!(word.to_string(), "action report_bug");
        let long = "\\u0007".repeat(10_000);
        let members = format!(r#""action":"{long}","retryable":true,"expected":"{long}""#);
        assert!(feedback(&members).unwrap().to_string().len() < 2000);
    }

    #[test]
    fn the_older_pair_is_understood() {
        let failure = |json: &str| {
            let members =
                format!(r#""action":"batch_smaller","retryable":true,"suggestion":{json}"#);
            feedback(&members).unwrap()
        };
        for older in [
            r#"{"value":6,"field":"max"}"#,
            r#"{"field":"max","value":6}"#,
        ] {
            assert_eq!(failure(older).suggested("max").unwrap(), "6");
            assert_eq!(failure(older).suggested("min"), None);
        }
        for own in [
            r#"{"value":6,"field":7}"#,
            r#"{"value":6,"field":""}"#,
            r#"{"value":6,"field":"max","x":1}"#,
            r#"{"value":6}"#,
        ] {
            assert_eq!(failure(own).suggested("max"), None, "{own}");
            assert_eq!(failure(own).suggested("value").unwrap(), "6", "{own}");
        }
        for none in ["null", "7", r#""max""#, r#"[{"max":1}]"#] {
            assert!(failure(none).suggestion().is_none(), "{none}");
        }
    }
}
