//! One request and its answer, within bounds of time and size.

use std::error::Error as _;
use std::future::Future;
use std::time::{Duration, SystemTime};

use bytes::{Bytes, BytesMut};
use http::HeaderMap;
use http::header::ACCEPT;
use reqwest::Client;

use super::decide::is_json;
use super::shown::shown;
use super::{Budget, Credential, Loss, Request, Response, Stop};

/// What carries a request to the server.
pub(super) trait Transport: Send + Sync {
    /// Whether answers that can be no envelope are handed through unread.
    const HANDS_THROUGH: bool;

    fn execute(
        &self,
        request: reqwest::Request,
    ) -> impl Future<Output = Result<reqwest::Response, NoAnswer>> + Send;
}

impl Transport for Client {
    const HANDS_THROUGH: bool = false;

    async fn execute(&self, request: reqwest::Request) -> Result<reqwest::Response, NoAnswer> {
        Self::execute(self, request)
            .await
            .map_err(|error| lost(&error))
    }
}

pub(super) enum NoAnswer {
    Lost(Loss),
    Stop(Stop),
}

pub(super) enum Got {
    Read(Response),
    Unread(Box<reqwest::Response>),
}

/// Sends `request`, with `credential` when it is given.
pub(super) async fn exchange<T: Transport>(
    transport: &T,
    request: &Request,
    credential: Option<&Credential>,
    budget: &Budget,
    time: Duration,
) -> Result<Got, NoAnswer> {
    let send = async {
        let response = transport.execute(prepare(request, credential)).await?;
        if T::HANDS_THROUGH && !may_be_envelope(&response) {
            return Ok(Got::Unread(Box::new(response)));
        }
        read(response, budget.body_bytes).await.map(Got::Read)
    };
    let late = |_| {
        NoAnswer::Lost(Loss::AnswerLost {
            cause: "no answer in time".into(),
        })
    };
    tokio::time::timeout(time, send).await.map_err(late)?
}

fn may_be_envelope(response: &reqwest::Response) -> bool {
    let kind = response.headers().get(http::header::CONTENT_TYPE);
    let json = kind
        .and_then(|kind| kind.to_str().ok())
        .is_some_and(is_json);
    json && (response.status().is_client_error() || response.status().is_server_error())
}

fn prepare(request: &Request, credential: Option<&Credential>) -> reqwest::Request {
    let mut ready = reqwest::Request::new(request.method().clone(), request.url().clone());
    let mut headers: HeaderMap = request.headers().clone();
    headers
        .entry(ACCEPT)
        .or_insert(http::HeaderValue::from_static("application/json"));
    if let Some(credential) = credential {
        headers.insert(credential.name(), credential.value());
    }
    *ready.headers_mut() = headers;
    if !request.body().is_empty() {
        *ready.body_mut() = Some(request.body().clone().into());
    }
    ready
}

async fn read(mut response: reqwest::Response, limit: usize) -> Result<Response, NoAnswer> {
    let status = response.status();
    let too_large = || {
        NoAnswer::Stop(Stop::BodyTooLarge {
            status: status.as_u16(),
            limit,
        })
    };
    let declared = response.content_length().unwrap_or(0);
    if usize::try_from(declared).map_or(true, |declared| declared > limit) {
        return Err(too_large());
    }
    let mut body = BytesMut::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| cut(&error))? {
        if body.len() + chunk.len() > limit {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Response {
        status,
        headers: std::mem::take(response.headers_mut()),
        body: Bytes::from(body),
        received_at: SystemTime::UNIX_EPOCH,
    })
}

pub(super) fn lost(error: &reqwest::Error) -> NoAnswer {
    if error.is_builder() {
        return NoAnswer::Stop(Stop::InvalidRequest {
            problem: cause(error),
        });
    }
    if error.is_connect() {
        return NoAnswer::Lost(Loss::NotSent {
            cause: cause(error),
        });
    }
    cut(error)
}

fn cut(error: &reqwest::Error) -> NoAnswer {
    NoAnswer::Lost(Loss::AnswerLost {
        cause: cause(error),
    })
}

/// The innermost cause: reqwest's own words hold the URL, with its query string.
fn cause(error: &reqwest::Error) -> String {
    let mut source = error.source();
    let mut words = None;
    while let Some(inner) = source {
        words = Some(inner.to_string());
        source = inner.source();
    }
    shown(words.unwrap_or_else(|| "no details".into()))
}
