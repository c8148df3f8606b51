//! The words of agent feedback (protocol 2): submission, validation, redaction, record.
//!
//! Nothing here does IO or looks at a clock; moments and randomness are passed in.

mod canonical;
mod guidance;
mod id;
#[cfg(feature = "axum")]
mod incoming;
pub mod json;
mod known_issue;
mod known_issues;
mod learned;
mod problems;
mod record;
mod redact;
mod submission;
mod time;
mod untrusted;
mod user_agent;
mod validate;
mod words;

pub use self::canonical::{DuplicateKey, ServiceKey, pseudonym};
pub use self::guidance::{GUIDANCE, SHORT_GUIDANCE};
pub use self::id::IdSequence;
pub use self::known_issue::{IssueStatus, KnownIssue};
pub use self::known_issues::{IssueMatch, IssueRule, IssueTableError, KnownIssues};
pub use self::learned::LearnedIssues;
pub use self::problems::{Detail, MAX_DETAILS, MAX_ERROR_BODY, Problems};
pub use self::record::{Feedback, Record, acknowledgement, error_body};
pub use self::redact::{REDACTED, Redactor};
pub use self::submission::{Refusal, Submission};
pub use self::time::Moment;
pub use self::untrusted::{escape_for_log, wrap_for_prompt};
pub use self::user_agent::agent_of;
pub use self::validate::SPEC_VERSION;
pub use self::words::{FeedbackType, Method, Outcome, Source};

#[cfg(feature = "axum")]
pub(crate) use self::incoming::check as check_record;
pub(crate) use self::untrusted::LogText;
