use std::time::Duration;

use crate::feedback::Problems;

/// Why a report did not arrive. None of these is a reason to give up the task that it is about.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FeedbackFailure {
    /// The report breaks the protocol's rules; nothing was sent.
    #[error("the report is invalid: {}", sentence(.0))]
    Invalid(Problems),
    /// The report is larger than the service takes; nothing was sent.
    #[error("the report has {bytes} bytes, the service takes {limit}")]
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The most that the service takes.
        limit: usize,
    },
    /// No answer came, or only a part of one. The service may have the report.
    #[error("no answer came from the feedback endpoint: {cause}")]
    NoAnswer {
        /// The cause, without the URL.
        cause: String,
    },
    /// The service answered with a failure.
    #[error("the feedback endpoint answered {status}{}{}", separator(.code), .code.as_deref().unwrap_or(""))]
    Refused {
        /// The status.
        status: u16,
        /// `error.code` of the answer, when it has one.
        code: Option<String>,
        /// The wait that the service asks for.
        retry_after: Option<Duration>,
    },
    /// The service answered with success, but not with an acknowledgement.
    #[error("the feedback endpoint answered {status} without an acknowledgement: {problem}")]
    NotAnAcknowledgement {
        /// The status.
        status: u16,
        /// What is wrong with the answer.
        problem: &'static str,
    },
}

fn separator(code: &Option<String>) -> &'static str {
    if code.is_some() { " " } else { "" }
}

fn sentence(problems: &Problems) -> String {
    let clause = |detail: &crate::feedback::Detail| format!("{} {}", detail.path, detail.message);
    let clauses: Vec<String> = problems.details().iter().map(clause).collect();
    clauses.join("; ")
}
