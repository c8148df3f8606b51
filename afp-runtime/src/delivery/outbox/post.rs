//! One request to the collector.

use std::error::Error as _;
use std::time::{Duration, SystemTime};

use http::header::{AUTHORIZATION, CONTENT_TYPE, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Client, Response};

use super::CollectorUrl;
use super::answer::{self, Answer};
use crate::retry_after::retry_after;
use crate::store::Outgoing;

/// The time for one request.
const TIMEOUT: Duration = Duration::from_secs(10);
const CONNECT_TIME: Duration = Duration::from_secs(5);

/// The most bytes of an answer that are read.
const MAX_ANSWER: usize = 1 << 20;

#[derive(Debug)]
pub(super) struct Sender {
    client: Client,
    collector: CollectorUrl,
}

impl Sender {
    /// Reads the system's certificates, which takes a moment.
    pub(super) fn new(collector: CollectorUrl) -> Result<Self, reqwest::Error> {
        let builder = Client::builder()
            .timeout(TIMEOUT)
            .connect_timeout(CONNECT_TIME)
            .redirect(Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
            .user_agent(concat!("afp-runtime/", env!("CARGO_PKG_VERSION")));
        // Plain http is for a private network, where a proxy has no business.
        let plain = collector.records_url().starts_with("http:");
        let builder = if plain { builder.no_proxy() } else { builder };
        Ok(Self {
            client: builder.build()?,
            collector,
        })
    }

    /// Sends a batch; `body` is its JSON.
    pub(super) async fn post(&self, batch: &[Outgoing], body: String) -> Answer {
        let mut request = self
            .client
            .post(self.collector.records_url())
            .header(CONTENT_TYPE, "application/json")
            .body(body);
        if let Some(authorization) = self.collector.authorization() {
            request = request.header(AUTHORIZATION, authorization.clone());
        }
        let ids: Vec<&str> = batch.iter().map(|sent| sent.record.id.as_str()).collect();
        let answer = async { read(request.send().await?, &ids).await };
        answer
            .await
            .unwrap_or_else(|error| Answer::Failed(cause(&error), None))
    }
}

async fn read(mut response: Response, ids: &[&str]) -> Result<Answer, reqwest::Error> {
    let status = response.status().as_u16();
    let wait = response.headers().get(RETRY_AFTER);
    let wait = wait.and_then(|value| retry_after(value.to_str().ok()?, SystemTime::now()));
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > MAX_ANSWER {
            let problem = format!("status {status}, and more than {MAX_ANSWER} bytes");
            return Ok(Answer::Failed(problem, wait));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(answer::read(status, wait, &body, ids))
}

/// The innermost cause: reqwest's own words hold the URL.
fn cause(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return "no answer in time".into();
    }
    let mut source = error.source();
    let mut cause = "the request failed".to_owned();
    while let Some(inner) = source {
        cause = inner.to_string();
        source = inner.source();
    }
    cause
}
