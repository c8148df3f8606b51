//! `Retry-After` (RFC 9110, §10.2.3).

use std::time::{Duration, SystemTime};

/// The wait that a server asks for: whole seconds, or a date. A date that is past means now; a
/// number beyond what a `Duration` holds is its most; anything else is `None`.
pub(crate) fn retry_after(value: &str, now: SystemTime) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(value.parse().map_or(Duration::MAX, Duration::from_secs));
    }
    let date = httpdate::parse_http_date(value).ok()?;
    Some(date.duration_since(now).unwrap_or(Duration::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_seconds_or_a_date() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_445_412_480);
        for (value, expected) in [
            ("120", Some(Duration::from_secs(120))),
            (" 0 ", Some(Duration::ZERO)),
            ("99999999999999999999999", Some(Duration::MAX)),
            (
                "Wed, 21 Oct 2015 07:30:00 GMT",
                Some(Duration::from_secs(120)),
            ),
            ("Wed, 21 Oct 2015 07:27:00 GMT", Some(Duration::ZERO)),
            ("soon", None),
            ("-1", None),
            ("1.5", None),
            ("", None),
        ] {
            assert_eq!(retry_after(value, now), expected, "{value}");
        }
    }
}
