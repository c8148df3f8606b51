//! Passing a review on to the collector, for agents that speak MCP alone.

use std::{fmt, time::Duration};

use reqwest::{Client, redirect::Policy};
use thiserror::Error;
use tokio::sync::OnceCell;

use crate::outcome::{Endpoint, MAX_ANSWER, NoReview, Review, Submission};

const TIMEOUT: Duration = Duration::from_secs(5);

/// Passes reviews on to a collector: at most 5 s each, no redirects, no second attempt.
pub struct ReviewRelay {
    url: String,
    client: OnceCell<Client>,
}

/// Why a review was not passed on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RelayError {
    /// No answer within the limit.
    #[error("the collector did not answer")]
    Unreachable(#[source] reqwest::Error),
    /// The collector refused it, or its answer is not one of the protocol.
    #[error(transparent)]
    Answer(#[from] NoReview),
}

impl ReviewRelay {
    /// A relay to a collector.
    #[must_use]
    pub fn new(endpoint: &Endpoint) -> Self {
        Self {
            url: endpoint.outcomes_url().to_owned(),
            client: OnceCell::new(),
        }
    }

    /// Submits a review with the capability of its interaction.
    ///
    /// # Errors
    /// [`RelayError`]; sending it again is safe, as the first review counts.
    pub async fn send(&self, token: &str, submission: &Submission) -> Result<Review, RelayError> {
        let client = self.client.get_or_try_init(|| self.build()).await?;
        let request = client.post(&self.url).bearer_auth(token).json(submission);
        let mut response = request.send().await.map_err(RelayError::Unreachable)?;
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(RelayError::Unreachable)? {
            body.extend_from_slice(&chunk);
            if body.len() > MAX_ANSWER {
                return Err(NoReview::Unreadable.into());
            }
        }
        Ok(Review::of_answer(response.status().as_u16(), &body)?)
    }

    async fn build(&self) -> Result<Client, RelayError> {
        let builder = Client::builder().timeout(TIMEOUT).redirect(Policy::none());
        // Plain http is loopback, where a proxy has no business.
        let builder = if self.url.starts_with("http:") {
            builder.no_proxy()
        } else {
            builder
        };
        builder.build().map_err(RelayError::Unreachable)
    }
}

impl fmt::Debug for ReviewRelay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReviewRelay")
            .field("url", &self.url)
            .finish_non_exhaustive()
    }
}
