//! How long the server asks to wait.

use std::time::{Duration, SystemTime};

use http::HeaderMap;
use http::header::RETRY_AFTER;

use super::Failure;
use crate::retry_after::retry_after;

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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::seconds;

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
}
