//! Finds the endpoint.

use std::sync::PoisonError;

use http::{HeaderMap, HeaderValue, Method};
use serde::Deserialize;
use url::Url;

use super::send::TIME;
use super::{ReportError, Reporter, link};
use crate::agent::Request;
use crate::agent::exchange::{Got, exchange};

const WELL_KNOWN: &str = "/.well-known/agent-feedback";
const RELATION: &str = "agent-feedback";

#[derive(Deserialize)]
struct Discovery {
    endpoint: String,
}

impl Reporter {
    /// What is named but may not be used is passed over.
    pub(super) async fn find_endpoint(
        &self,
        failed: Option<(&HeaderMap, &Url)>,
    ) -> Result<Url, ReportError> {
        if let Some(url) = &self.explicit {
            return Ok(url.clone());
        }
        if let Some(url) = failed.and_then(|(headers, url)| self.linked(headers, url)) {
            return Ok(url);
        }
        let known = self
            .discovered
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        if let Some(url) = known {
            return Ok(url);
        }
        if let Some(url) = self.discover().await {
            *self
                .discovered
                .lock()
                .unwrap_or_else(PoisonError::into_inner) = Some(url.clone());
            return Ok(url);
        }
        let base = self.agent.shared.base.as_str().trim_end_matches('/');
        let fallback = format!("{base}/feedback");
        self.allowed
            .resolve(&self.agent.shared.base, &fallback)
            .ok_or(ReportError::Endpoint)
    }

    fn linked(&self, headers: &HeaderMap, from: &Url) -> Option<Url> {
        link::targets(headers, RELATION).find_map(|target| self.allowed.resolve(from, target))
    }

    async fn discover(&self) -> Option<Url> {
        let shared = &self.agent.shared;
        let request = Request {
            method: Method::GET,
            url: shared.base.join(WELL_KNOWN).ok()?,
            path: None,
            headers: HeaderMap::from_iter([(
                http::header::ACCEPT,
                HeaderValue::from_static("application/json"),
            )]),
            body: bytes::Bytes::new(),
        };
        let answer = exchange(&shared.client, &request, None, &shared.budget, TIME).await;
        let Ok(Got::Read(response)) = answer else {
            return None;
        };
        let ok = response.status.is_success();
        let found = serde_json::from_slice::<Discovery>(&response.body)
            .ok()
            .filter(|_| ok)?;
        self.allowed.resolve(&shared.base, &found.endpoint)
    }
}
