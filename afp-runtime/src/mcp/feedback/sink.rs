use std::fmt;
use std::future::Future;
use std::pin::Pin;

use crate::feedback::{Source, Submission, error_body};
use crate::store::{Acknowledgement, Intake, Sender};

/// What a sink answers.
pub type SinkFuture<'a> =
    Pin<Box<dyn Future<Output = Result<Acknowledgement, SinkFailure>> + Send + 'a>>;

/// Where the tool's submissions go: an [`Intake`] with its store, or a way of one's own.
pub trait FeedbackSink: Send + Sync + 'static {
    /// Takes a submission that keeps the rules, and acknowledges it. `account` is the pseudonym
    /// that the tool was given.
    fn submit<'a>(&'a self, submission: Submission<'a>, account: Option<&'a str>)
    -> SinkFuture<'a>;
}

/// Why a sink did not take a submission: what the agent is told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {message}")]
pub struct SinkFailure {
    /// A code of protocol 2 §2, such as `unavailable`.
    pub code: String,
    /// One sentence without secrets.
    pub message: String,
}

impl SinkFailure {
    /// The submission could not be stored.
    #[must_use]
    pub fn unavailable() -> Self {
        Self {
            code: "unavailable".into(),
            message: "The submission could not be stored. Try again once.".into(),
        }
    }

    pub(super) fn to_json(&self) -> String {
        error_body(&self.code, &self.message)
    }
}

impl FeedbackSink for Intake {
    fn submit<'a>(
        &'a self,
        submission: Submission<'a>,
        account: Option<&'a str>,
    ) -> SinkFuture<'a> {
        Box::pin(async move {
            let sender = Sender {
                account,
                source: Source::Mcp,
                user_agent: None,
            };
            Intake::submit(self, submission, sender)
                .await
                .map_err(|error| {
                    let source = std::error::Error::source(&error).map(ToString::to_string);
                    tracing::error!(
                        target: "afp::feedback", %error, source, "feedback could not be stored"
                    );
                    SinkFailure::unavailable()
                })
        })
    }
}

impl fmt::Debug for dyn FeedbackSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FeedbackSink")
    }
}
