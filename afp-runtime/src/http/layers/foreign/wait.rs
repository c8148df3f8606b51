use std::time::SystemTime;

use http::{HeaderMap, HeaderValue, header};

/// Seconds to wait when a foreign answer does not say (protocol 1, §2).
const DEFAULT_S: u64 = 30;

/// The seconds of `Retry-After` (RFC 9110 §10.2.3), a date counted from now and rounded up. A field
/// that can't be read is removed, so that the answer says one thing.
pub(super) fn seconds(headers: &mut HeaderMap) -> u64 {
    let said = headers.get(header::RETRY_AFTER).map(parse);
    match said {
        Some(Some(seconds)) => seconds,
        Some(None) => {
            headers.remove(header::RETRY_AFTER);
            DEFAULT_S
        }
        None => DEFAULT_S,
    }
}

fn parse(value: &HeaderValue) -> Option<u64> {
    let value = value.to_str().ok()?.trim();
    if value.bytes().all(|byte| byte.is_ascii_digit()) {
        return value.parse().ok();
    }
    let date = httpdate::parse_http_date(value).ok()?;
    let wait = date.duration_since(SystemTime::now()).unwrap_or_default();
    Some(wait.as_secs() + u64::from(wait.subsec_nanos() > 0))
}
