//! One request to the collector.

use std::{fmt, sync::OnceLock, time::Duration};

use reqwest::{
    Client, Response,
    header::{AUTHORIZATION, HeaderValue},
    redirect::Policy,
};
use serde::Serialize;

use crate::outcome::{Endpoint, ProductKey, TelemetryEvent};

const TIMEOUT: Duration = Duration::from_secs(3);
/// Bytes of an answer that are read, so that the connection can be used again.
const MAX_ANSWER: usize = 4096;

/// Where batches go.
pub(super) struct Collector {
    url: String,
    authorization: HeaderValue,
    client: OnceLock<Client>,
}

/// What the collector made of a batch.
#[derive(Debug)]
pub(super) enum Answer {
    Accepted,
    /// It does not like what is in the batch.
    RefusedContent(u16),
    /// It does not take this product's events, or not here.
    Refused(u16),
    /// No answer (`None`), or one that asks to try later.
    TryAgain(Option<u16>),
}

#[derive(Serialize)]
struct Batch<'a> {
    events: &'a [TelemetryEvent],
}

impl Collector {
    pub(super) fn new(key: &ProductKey, endpoint: &Endpoint) -> Self {
        let bearer = format!("Bearer {}", key.expose());
        // A product key is visible ASCII, so it is a header value.
        let mut authorization =
            HeaderValue::try_from(bearer).unwrap_or(HeaderValue::from_static(""));
        authorization.set_sensitive(true);
        let url = endpoint.telemetry_url().to_owned();
        Self {
            url,
            authorization,
            client: OnceLock::new(),
        }
    }

    pub(super) async fn post(&self, events: &[TelemetryEvent]) -> Answer {
        let Some(client) = self.client().await else {
            return Answer::TryAgain(None);
        };
        let request = client
            .post(&self.url)
            .header(AUTHORIZATION, self.authorization.clone())
            .json(&Batch { events });
        match request.send().await {
            Ok(response) => {
                let status = response.status().as_u16();
                drain(response).await;
                Answer::of(status)
            }
            Err(_) => Answer::TryAgain(None),
        }
    }

    /// Made on first use: reading the system's certificates takes a moment.
    async fn client(&self) -> Option<&Client> {
        if self.client.get().is_none() {
            let direct = self.url.starts_with("http:");
            let built = tokio::task::spawn_blocking(move || build(direct))
                .await
                .ok()??;
            // Another task may have been faster; then its client is used.
            drop(self.client.set(built));
        }
        self.client.get()
    }
}

impl Answer {
    fn of(status: u16) -> Self {
        match status {
            200..=299 => Self::Accepted,
            400 | 413 | 422 => Self::RefusedContent(status),
            408 | 429 | 500..=599 => Self::TryAgain(Some(status)),
            _ => Self::Refused(status),
        }
    }
}

fn build(direct: bool) -> Option<Client> {
    let builder = Client::builder().timeout(TIMEOUT).redirect(Policy::none());
    // Plain http is loopback, where a proxy has no business.
    let builder = if direct { builder.no_proxy() } else { builder };
    builder.build().ok()
}

async fn drain(mut response: Response) {
    let mut read = 0;
    while let Ok(Some(chunk)) = response.chunk().await {
        read += chunk.len();
        if read > MAX_ANSWER {
            return;
        }
    }
}

impl fmt::Debug for Collector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Collector")
            .field("url", &self.url)
            .finish_non_exhaustive()
    }
}
