//! Requests within bounds of time and size.

use std::error::Error as _;
use std::time::{Duration, SystemTime};

use http::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder};
use url::Url;

use super::answer::{MAX_ANSWER, acknowledgement, error_code};
use super::{FeedbackClientError, FeedbackFailure, FeedbackReceipt};
use crate::retry_after::retry_after;

/// How many redirects within the origin are followed.
const MAX_REDIRECTS: usize = 3;

#[derive(Debug)]
pub(super) struct Http {
    client: Client,
    timeout: Duration,
}

/// A whole answer.
#[derive(Debug)]
pub(super) struct HttpAnswer {
    pub(super) status: u16,
    pub(super) retry_after: Option<Duration>,
    pub(super) body: Vec<u8>,
}

impl Http {
    pub(super) fn new(base: &Url, timeout: Duration) -> Result<Self, FeedbackClientError> {
        let builder = Client::builder()
            .redirect(within_the_origin())
            .retry(reqwest::retry::never())
            .referer(false)
            .user_agent(concat!("afp-runtime/", env!("CARGO_PKG_VERSION")));
        // Plain http is for tests and private networks, where a proxy has no business.
        let plain = base.scheme() == "http";
        let builder = if plain { builder.no_proxy() } else { builder };
        let client = builder
            .build()
            .map_err(|error| FeedbackClientError(error.to_string()))?;
        Ok(Self { client, timeout })
    }

    pub(super) async fn get(&self, url: Url) -> Result<HttpAnswer, FeedbackFailure> {
        self.exchange(self.client.get(url)).await
    }

    pub(super) async fn post(
        &self,
        url: &Url,
        body: &str,
        credential: Option<&(HeaderName, HeaderValue)>,
    ) -> Result<HttpAnswer, FeedbackFailure> {
        let mut request = self
            .client
            .post(url.clone())
            .header(CONTENT_TYPE, "application/json")
            .body(body.to_owned());
        if let Some((name, value)) = credential {
            request = request.header(name, value.clone());
        }
        self.exchange(request).await
    }

    async fn exchange(&self, request: RequestBuilder) -> Result<HttpAnswer, FeedbackFailure> {
        let request = request.header(ACCEPT, "application/json");
        let answer = async { read(request.send().await.map_err(|error| lost(&error))?).await };
        let late = |_| FeedbackFailure::NoAnswer {
            cause: "no answer in time".into(),
        };
        tokio::time::timeout(self.timeout, answer)
            .await
            .map_err(late)?
    }
}

impl HttpAnswer {
    pub(super) fn receipt(self) -> Result<FeedbackReceipt, FeedbackFailure> {
        match self.status {
            200..=299 => acknowledgement(self.status, &self.body),
            status => Err(FeedbackFailure::Refused {
                status,
                code: error_code(&self.body),
                retry_after: self.retry_after,
            }),
        }
    }
}

fn within_the_origin() -> Policy {
    Policy::custom(|attempt| {
        let first = attempt.previous().first().map(Url::origin);
        let stays = first.is_some_and(|origin| origin == attempt.url().origin());
        if stays && attempt.previous().len() <= MAX_REDIRECTS {
            attempt.follow()
        } else {
            attempt.stop()
        }
    })
}

async fn read(mut response: reqwest::Response) -> Result<HttpAnswer, FeedbackFailure> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| lost(&error))? {
        if body.len() + chunk.len() > MAX_ANSWER {
            return Err(FeedbackFailure::NoAnswer {
                cause: format!("the answer has more than {MAX_ANSWER} bytes"),
            });
        }
        body.extend_from_slice(&chunk);
    }
    Ok(HttpAnswer {
        status: response.status().as_u16(),
        retry_after: asked_wait(response.headers()),
        body,
    })
}

fn asked_wait(headers: &HeaderMap) -> Option<Duration> {
    retry_after(headers.get(RETRY_AFTER)?.to_str().ok()?, SystemTime::now())
}

/// The innermost cause: reqwest's own words hold the URL.
fn lost(error: &reqwest::Error) -> FeedbackFailure {
    let mut source = error.source();
    let mut cause = "the request failed".to_owned();
    while let Some(inner) = source {
        cause = inner.to_string();
        source = inner.source();
    }
    FeedbackFailure::NoAnswer { cause }
}
