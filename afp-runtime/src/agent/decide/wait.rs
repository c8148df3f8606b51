//! How long the server asks to wait.

use std::time::{Duration, SystemTime};

use http::HeaderMap;
use http::header::RETRY_AFTER;

use super::Failure;

/// `suggestion.retry_after_s`, else `Retry-After`; `None` when neither is usable.
pub(super) fn asked(failure: &Failure, headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let suggested = failure
        .suggested("retry_after_s")
        .and_then(|json| seconds(&json));
    suggested.or_else(|| retry_after(headers.get(RETRY_AFTER)?.to_str().ok()?, now))
}

/// A number of at least zero, fractions allowed; more than a `Duration` holds counts as its most.
fn seconds(json: &str) -> Option<Duration> {
    // JSON numbers are a subset of what `f64` reads, quotes and words are not.
    let seconds: f64 = json
        .starts_with(|c: char| c.is_ascii_digit())
        .then(|| json.parse().ok())??;
    Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// RFC 9110, §10.2.3: whole seconds, or a date; a date that is past means now.
pub(in crate::agent) fn retry_after(value: &str, now: SystemTime) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(value.parse().map_or(Duration::MAX, Duration::from_secs));
    }
    let date = httpdate::parse_http_date(value).ok()?;
    Some(date.duration_since(now).unwrap_or(Duration::ZERO))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::{retry_after, seconds};

    #[test]
    fn only_numbers_of_at_least_zero_are_seconds() {
        for (json, expected) in [
            ("0", Some(Duration::ZERO)),
            ("0.0", Some(Duration::ZERO)),
            ("0.25", Some(Duration::from_millis(250))),
            ("3e1", Some(Duration::from_secs(30))),
            ("277403", Some(Duration::from_secs(277_403))),
            ("1e400", Some(Duration::MAX)),
            ("99999999999999999999999", Some(Duration::MAX)),
            ("-1", None),
            ("-0", None),
            ("\"5\"", None),
            ("true", None),
            ("null", None),
            ("[5]", None),
            ("{}", None),
        ] {
            assert_eq!(seconds(json), expected, "{json}");
        }
    }

    #[test]
    fn the_header_is_seconds_or_a_date() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_445_412_480);
        for (value, expected) in [
            ("120", Some(Duration::from_secs(120))),
            ("0", Some(Duration::ZERO)),
            ("99999999999999999999999", Some(Duration::MAX)),
            (
                "Wed, 21 Oct 2015 07:30:00 GMT",
                Some(Duration::from_secs(120)),
            ),
            (
                "Wednesday, 21-Oct-15 07:30:00 GMT",
                Some(Duration::from_secs(120)),
            ),
            ("Wed Oct 21 07:30:00 2015", Some(Duration::from_secs(120))),
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
