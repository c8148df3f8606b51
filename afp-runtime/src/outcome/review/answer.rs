//! What a collector answers to a submission.

use serde::Deserialize;
use thiserror::Error;

use super::Review;

/// Bytes of an answer that are worth reading.
pub const MAX_ANSWER: usize = 16 * 1024;

/// An answer without a review in it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoReview {
    /// The collector refused the submission.
    #[error("the collector refused the review with status {status}")]
    Refused {
        /// The status.
        status: u16,
        /// The code of the refusal, if it has one.
        code: Option<String>,
    },
    /// The answer is not one of a collector.
    #[error("the collector's answer is not one of the protocol")]
    Unreadable,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Accepted {
    accepted: bool,
    interaction_id: String,
    review: Review,
}

#[derive(Deserialize)]
struct Refusal {
    error: RefusalError,
}

#[derive(Deserialize)]
struct RefusalError {
    code: String,
}

impl Review {
    /// The review in a collector's answer.
    ///
    /// # Errors
    /// [`NoReview`] for another status than 200, or a body that holds none.
    pub fn of_answer(status: u16, body: &[u8]) -> Result<Self, NoReview> {
        if status != 200 {
            let refusal: Option<Refusal> = serde_json::from_slice(body).ok();
            let code = refusal.map(|refusal| refusal.error.code);
            return Err(NoReview::Refused { status, code });
        }
        let accepted: Accepted = serde_json::from_slice(body).map_err(|_| NoReview::Unreadable)?;
        let about_one = accepted.interaction_id == accepted.review.interaction_id;
        (accepted.accepted && about_one)
            .then_some(accepted.review)
            .ok_or(NoReview::Unreadable)
    }
}
