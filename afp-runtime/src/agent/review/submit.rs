//! Submitting one review.

use std::{fmt, time::Duration};

use jiff::Timestamp;
use reqwest::{
    Client, Response,
    header::{AUTHORIZATION, HeaderValue},
    redirect::Policy,
};
use thiserror::Error;
use tokio::sync::OnceCell;

use crate::outcome::{
    Contract, Endpoint, InvalidSubmission, MAX_ANSWER, NoReview, OUTCOMES_PATH, Outcome, Review,
    Submission, Transport,
};

const TIMEOUT: Duration = Duration::from_secs(5);

/// Submits reviews to the collectors it was given, and to no other.
///
/// Nothing but outcome and note is sent; redirects are not followed; a submission takes at most
/// 5 s.
///
/// ```
/// use afp_runtime::{agent::Reviewer, outcome::Endpoint};
///
/// let reviewer = Reviewer::new([Endpoint::new("https://collector.example")?]);
/// # Ok::<(), afp_runtime::outcome::InvalidEndpoint>(())
/// ```
#[derive(Clone)]
pub struct Reviewer {
    allowed: Vec<Endpoint>,
    client: OnceCell<Client>,
}

/// Why there is no review.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// The collector of the contract is not on the allow-list. Nothing was sent.
    #[error("{origin} is not a collector that reviews may be sent to")]
    NotAllowed {
        /// Scheme, host and port of the contract's URL.
        origin: String,
    },
    /// The contract expired. Nothing was sent.
    #[error("the contract has expired")]
    Expired,
    /// The note can't be sent. Nothing was sent.
    #[error(transparent)]
    Note(#[from] InvalidSubmission),
    /// No answer within the limit. Whether the review was kept is unknown; the first one counts,
    /// so that sending it again is safe.
    #[error("the collector did not answer")]
    Unreachable(#[source] reqwest::Error),
    /// The collector refused it, or its answer is not one of the protocol.
    #[error(transparent)]
    Answer(#[from] NoReview),
}

impl Reviewer {
    /// A reviewer for these collectors. [`Endpoint::development`] lets loopback in.
    pub fn new(allowed: impl IntoIterator<Item = Endpoint>) -> Self {
        Self {
            allowed: allowed.into_iter().collect(),
            client: OnceCell::new(),
        }
    }

    /// Which contracts can lead to a review here; for
    /// [`feedback_from_parts`](super::feedback_from_parts).
    #[must_use]
    pub fn transport(&self) -> Transport {
        let plain = self
            .allowed
            .iter()
            .any(|endpoint| endpoint.origin().starts_with("http:"));
        if plain {
            Transport::HttpsOrLoopback
        } else {
            Transport::Https
        }
    }

    /// Submits one review; a second one for the same contract is answered with the first.
    ///
    /// # Errors
    /// [`ReviewError`]; nothing is sent if the contract or the note does not hold.
    pub async fn submit(
        &self,
        contract: &Contract,
        outcome: Outcome,
        note: &str,
    ) -> Result<Review, ReviewError> {
        self.check(contract)?;
        let submission = Submission::new(outcome, note)?;
        let mut authorization =
            HeaderValue::from_str(contract.authorization()).map_err(|_| NoReview::Unreadable)?;
        authorization.set_sensitive(true);
        let client = self.client().await?;
        let request = client
            .post(contract.url().clone())
            .header(AUTHORIZATION, authorization)
            .json(&submission);
        let response = request.send().await.map_err(ReviewError::Unreachable)?;
        read(response).await
    }

    fn check(&self, contract: &Contract) -> Result<(), ReviewError> {
        let url = contract.url();
        let origin = url.origin().ascii_serialization();
        let known = self
            .allowed
            .iter()
            .any(|endpoint| endpoint.origin() == origin);
        if !known || url.path() != OUTCOMES_PATH || !url.username().is_empty() {
            return Err(ReviewError::NotAllowed { origin });
        }
        if contract.expires_at() <= Timestamp::now() {
            return Err(ReviewError::Expired);
        }
        Ok(())
    }

    async fn client(&self) -> Result<&Client, ReviewError> {
        let plain = self.transport() == Transport::HttpsOrLoopback;
        let build = || async move {
            let builder = Client::builder().timeout(TIMEOUT).redirect(Policy::none());
            // Loopback is never behind a proxy.
            let builder = if plain { builder.no_proxy() } else { builder };
            builder.build().map_err(ReviewError::Unreachable)
        };
        self.client.get_or_try_init(build).await
    }
}

async fn read(mut response: Response) -> Result<Review, ReviewError> {
    let status = response.status().as_u16();
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(ReviewError::Unreachable)? {
        body.extend_from_slice(&chunk);
        if body.len() > MAX_ANSWER {
            return Err(NoReview::Unreadable.into());
        }
    }
    Ok(Review::of_answer(status, &body)?)
}

impl fmt::Debug for Reviewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reviewer")
            .field("allowed", &self.allowed)
            .finish_non_exhaustive()
    }
}
