use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{ConnectInfo, FromRequestParts, Request};
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};

use super::address::{UNKNOWN, limited_unit};
use super::answer::Rejection;
use super::service::Service;
use crate::feedback::{Source, Submission, pseudonym};
use crate::store::{Acknowledgement, Sender};

/// How long a body may take to arrive.
const MAX_BODY_TIME: Duration = Duration::from_secs(30);

/// Takes a submission, with the checks in the order of protocol 2 §2.
pub(super) async fn submit(
    service: &Service,
    request: Request,
) -> Result<Acknowledgement, Rejection> {
    let (mut parts, body) = request.into_parts();
    check_head(&parts, service.max_bytes)?;
    let account = service.auth.account(&parts).await?;
    let account = account.map(|account| pseudonym(&service.account_secret, &account));
    admit(service, account.as_deref(), &mut parts).await?;
    let body = read(body, service.max_bytes).await?;
    let submission = Submission::read(&body)?;
    let user_agent = parts
        .headers
        .get(USER_AGENT)
        .and_then(|value| value.to_str().ok());
    let sender = Sender {
        account: account.as_deref(),
        source: Source::Http,
        user_agent,
    };
    Ok(service.intake.submit(submission, sender).await?)
}

/// What can be told before the body: 405, 415, and 413 by the declared length.
fn check_head(parts: &Parts, max_bytes: usize) -> Result<(), Rejection> {
    if parts.method != Method::POST {
        return Err(Rejection::Method("POST"));
    }
    if !is_plain_json(&parts.headers) {
        return Err(Rejection::MediaType);
    }
    let length = parts
        .headers
        .get(CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok());
    let length: Option<u64> = length.and_then(|text| text.parse().ok());
    if length.is_some_and(|length| length > max_bytes as u64) {
        return Err(Rejection::TooLarge { max_bytes });
    }
    Ok(())
}

/// `application/json` or `application/*+json`, whatever its parameters, and not compressed.
pub(in crate::http) fn is_plain_json(headers: &HeaderMap) -> bool {
    let compressed = headers
        .get_all(CONTENT_ENCODING)
        .iter()
        .any(|value| !value.as_bytes().eq_ignore_ascii_case(b"identity"));
    let mut types = headers.get_all(CONTENT_TYPE).iter();
    match (
        types.next().and_then(|value| value.to_str().ok()),
        types.next(),
    ) {
        (Some(media_type), None) => !compressed && is_json(media_type),
        _ => false,
    }
}

fn is_json(media_type: &str) -> bool {
    let essence = media_type
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    match essence.strip_prefix("application/") {
        Some("json") => true,
        Some(subtype) => {
            let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte);
            subtype.len() > 5 && subtype.ends_with("+json") && subtype.bytes().all(token)
        }
        None => false,
    }
}

async fn admit(
    service: &Service,
    account: Option<&str>,
    parts: &mut Parts,
) -> Result<(), Rejection> {
    let Some(limiter) = &service.limiter else {
        return Ok(());
    };
    let unit = limited_unit_of(service, account, parts).await;
    limiter
        .admit(account, unit, Instant::now())
        .map_err(Rejection::RateLimited)
}

/// The unit of addresses to limit by; a sender without a known one is limited by account, or
/// else with all others of its kind.
async fn limited_unit_of(
    service: &Service,
    account: Option<&str>,
    parts: &mut Parts,
) -> Option<IpAddr> {
    match ConnectInfo::<SocketAddr>::from_request_parts(parts, &()).await {
        Ok(ConnectInfo(peer)) => Some(limited_unit(
            service.proxies.client(peer.ip(), &parts.headers),
        )),
        Err(_) if account.is_some() => None,
        Err(_) => Some(UNKNOWN),
    }
}

pub(in crate::http) async fn read(body: Body, max_bytes: usize) -> Result<Bytes, Rejection> {
    match tokio::time::timeout(MAX_BODY_TIME, to_bytes(body, max_bytes)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if is_length_limit(&error) => Err(Rejection::TooLarge { max_bytes }),
        Ok(Err(_)) | Err(_) => Err(Rejection::Incomplete),
    }
}

fn is_length_limit(error: &axum::Error) -> bool {
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        if error.is::<http_body_util::LengthLimitError>() {
            return true;
        }
        source = error.source();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::is_json;

    #[test]
    fn json_has_these_media_types() {
        for json in [
            "application/json",
            "Application/JSON; charset=utf-8",
            " application/json ",
            "application/problem+json",
            "application/vnd.acme.v2+json;x=1",
        ] {
            assert!(is_json(json), "{json}");
        }
        for other in [
            "",
            "text/json",
            "application/+json",
            "application/jsonp",
            "application/json5",
            "a/b+json",
        ] {
            assert!(!is_json(other), "{other}");
        }
    }
}
