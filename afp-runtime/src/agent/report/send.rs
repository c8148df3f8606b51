//! Sends a report.

use std::time::Duration;

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER};
use http::{Method, StatusCode};
use url::Url;

use super::{Receipt, ReportError, Reporter};
use crate::agent::decide::retry_after;
use crate::agent::exchange::{Got, NoAnswer, exchange};
use crate::agent::{Loss, Request, Response};

/// For one attempt.
pub(super) const TIME: Duration = Duration::from_secs(10);
/// A service that wants more time than this is not asked again.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
const DEFAULT_WAIT: Duration = Duration::from_secs(1);

impl Reporter {
    pub(super) async fn send(&self, endpoint: Url, body: String) -> Result<Receipt, ReportError> {
        let json = HeaderValue::from_static("application/json");
        let request = Request {
            method: Method::POST,
            url: endpoint,
            path: None,
            headers: HeaderMap::from_iter([(CONTENT_TYPE, json)]),
            body: Bytes::from(body),
        };
        let mut response = self.attempt(&request).await?;
        if let Some(wait) = self.worth_another(&response) {
            self.agent.shared.clock.sleep(wait).await;
            response = self.attempt(&request).await?;
        }
        let status = response.status;
        if !status.is_success() {
            return Err(ReportError::Refused { status });
        }
        Receipt::read(&response.body).ok_or(ReportError::NotAcknowledged { status })
    }

    async fn attempt(&self, request: &Request) -> Result<Response, ReportError> {
        let shared = &self.agent.shared;
        let held = shared.held();
        let own = request.origin() == shared.origin();
        let credential = held.credential.as_ref().filter(|_| own);
        match exchange(&shared.client, request, credential, &shared.budget, TIME).await {
            Ok(Got::Read(response)) => Ok(response),
            Ok(Got::Unread(response)) => Err(ReportError::NotAcknowledged {
                status: response.status(),
            }),
            Err(NoAnswer::Lost(Loss::NotSent { cause } | Loss::AnswerLost { cause })) => {
                Err(ReportError::NoAnswer { cause })
            }
            Err(NoAnswer::Stop(stop)) => Err(ReportError::NoAnswer {
                cause: stop.to_string(),
            }),
        }
    }

    fn worth_another(&self, response: &Response) -> Option<Duration> {
        let busy = response.status == StatusCode::TOO_MANY_REQUESTS;
        if !busy && !response.status.is_server_error() {
            return None;
        }
        let asked = response
            .headers
            .get(RETRY_AFTER)
            .and_then(|value| value.to_str().ok());
        let now = self.agent.shared.clock.now();
        let wait = asked
            .and_then(|value| retry_after(value, now))
            .unwrap_or(DEFAULT_WAIT);
        (wait <= LONGEST_WAIT).then_some(wait)
    }
}
