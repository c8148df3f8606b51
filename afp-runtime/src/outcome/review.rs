//! One review of one interaction (protocol 3 §5).

mod answer;
mod credentials;

pub use self::{
    answer::{MAX_ANSWER, NoReview},
    credentials::carries_credential,
};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use uuid::Uuid;

use super::{capability::Claims, contract::rfc3339_of};

/// How using a response turned out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It did what it was used for.
    Success,
    /// Some of it.
    Partial,
    /// None of it.
    Failure,
}

impl Outcome {
    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Partial => "partial",
            Self::Failure => "failure",
        }
    }

    /// The outcome of a word, exactly as written on the wire.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        [Self::Success, Self::Partial, Self::Failure]
            .into_iter()
            .find(|outcome| outcome.as_str() == word)
    }
}

/// What an agent submits: an outcome and a note, checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Submission {
    outcome: Outcome,
    note: String,
}

/// Why a submission is refused. The texts repeat nothing of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidSubmission {
    /// Not JSON.
    #[error("the body is not valid JSON")]
    NotJson,
    /// Other members than the two, one of them twice, or not strings.
    #[error("the body is a JSON object with exactly two string members: outcome and note")]
    Members,
    /// Another word than the three.
    #[error("outcome is one of success, partial, failure")]
    Outcome,
    /// Too short or too long, after trimming.
    #[error("note has 8 to 500 characters after trimming")]
    NoteLength,
    /// A character that stores and terminals can't hold.
    #[error("note holds a control character")]
    NoteCharacter,
    /// A key, token or password.
    #[error("note carries a credential; write about the product only")]
    NoteCredential,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    outcome: String,
    note: String,
}

impl Submission {
    /// Longest note, in characters.
    pub const MAX_NOTE: usize = 500;
    /// Shortest note, in characters.
    pub const MIN_NOTE: usize = 8;

    /// Trims and checks a note.
    ///
    /// # Errors
    /// [`InvalidSubmission`] for a note out of range, or one that carries a credential.
    pub fn new(outcome: Outcome, note: &str) -> Result<Self, InvalidSubmission> {
        let note = note.trim();
        if !(Self::MIN_NOTE..=Self::MAX_NOTE).contains(&note.chars().count()) {
            return Err(InvalidSubmission::NoteLength);
        }
        if note
            .chars()
            .any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
        {
            return Err(InvalidSubmission::NoteCharacter);
        }
        if carries_credential(note) {
            return Err(InvalidSubmission::NoteCredential);
        }
        Ok(Self {
            outcome,
            note: note.to_owned(),
        })
    }

    /// Reads the body of a submission.
    ///
    /// # Errors
    /// [`InvalidSubmission`], with the first fault found.
    pub fn parse(body: &[u8]) -> Result<Self, InvalidSubmission> {
        let wire: Wire = serde_json::from_slice(body).map_err(|error| match error.classify() {
            serde_json::error::Category::Data => InvalidSubmission::Members,
            _ => InvalidSubmission::NotJson,
        })?;
        let outcome = Outcome::of_word(&wire.outcome).ok_or(InvalidSubmission::Outcome)?;
        Self::new(outcome, &wire.note)
    }

    /// How it turned out.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The trimmed note. Written by an agent: untrusted text.
    #[must_use]
    pub fn note(&self) -> &str {
        &self.note
    }
}

/// A review as it is kept and answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// Its own id, a UUID.
    pub id: String,
    /// The interaction it reviews, a UUID.
    pub interaction_id: String,
    /// How it turned out.
    pub outcome: Outcome,
    /// The note, trimmed.
    pub note: String,
    /// Always `customer_agent`.
    pub source: ReviewSource,
    /// When it was accepted: RFC 3339 in UTC with milliseconds.
    pub created_at: String,
}

impl Review {
    /// The review that a submission makes for the interaction of a capability.
    #[must_use]
    pub fn new(id: Uuid, claims: &Claims, submission: &Submission, at: Timestamp) -> Self {
        Self {
            id: id.hyphenated().to_string(),
            interaction_id: claims.interaction_id.clone(),
            outcome: submission.outcome,
            note: submission.note.clone(),
            source: ReviewSource::CustomerAgent,
            created_at: rfc3339_of(at),
        }
    }
}

/// Who wrote a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewSource {
    /// The agent that held the capability.
    #[default]
    CustomerAgent,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(body: &str) -> Result<Submission, InvalidSubmission> {
        Submission::parse(body.as_bytes())
    }

    #[test]
    fn a_submission_has_exactly_outcome_and_note() {
        let submission = parse(r#"{"outcome":"partial","note":"  worked twice  "}"#).unwrap();
        assert_eq!(
            (submission.outcome(), submission.note()),
            (Outcome::Partial, "worked twice")
        );
        for (body, problem) in [
            ("", InvalidSubmission::NotJson),
            ("{\"outcome\":", InvalidSubmission::NotJson),
            (
                r#"{"outcome":"success","note":"long enough"} x"#,
                InvalidSubmission::NotJson,
            ),
            ("[]", InvalidSubmission::Members),
            ("null", InvalidSubmission::Members),
            (r#"{"outcome":"success"}"#, InvalidSubmission::Members),
            (r#"{"note":"long enough"}"#, InvalidSubmission::Members),
            (
                r#"{"outcome":"success","note":"long enough","x":1}"#,
                InvalidSubmission::Members,
            ),
            (
                r#"{"outcome":"success","outcome":"failure","note":"long enough"}"#,
                InvalidSubmission::Members,
            ),
            (
                r#"{"outcome":1,"note":"long enough"}"#,
                InvalidSubmission::Members,
            ),
            (
                r#"{"outcome":"Success","note":"long enough"}"#,
                InvalidSubmission::Outcome,
            ),
            (
                r#"{"outcome":"success","note":"   short   "}"#,
                InvalidSubmission::NoteLength,
            ),
            (
                r#"{"outcome":"success","note":"nul \u0000 inside"}"#,
                InvalidSubmission::NoteCharacter,
            ),
            (
                r#"{"outcome":"success","note":"used Bearer AAAA+BBBB/CCCC=="}"#,
                InvalidSubmission::NoteCredential,
            ),
        ] {
            assert_eq!(parse(body), Err(problem), "{body}");
        }
    }

    #[test]
    fn notes_are_measured_in_characters() {
        assert!(Submission::new(Outcome::Success, &"é".repeat(8)).is_ok());
        assert!(Submission::new(Outcome::Success, &"😀".repeat(500)).is_ok());
        assert!(Submission::new(Outcome::Success, &"é".repeat(501)).is_err());
        assert!(Submission::new(Outcome::Success, &"é".repeat(7)).is_err());
    }
}
