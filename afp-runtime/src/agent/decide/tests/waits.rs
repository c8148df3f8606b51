//! How long the agent waits.

use std::time::Duration;

use super::{order, stop, suggests, wait};
use crate::agent::stop::Stop;

#[test]
fn waits_come_from_the_body_then_the_header_then_the_default() {
    let with = |suggestion: &str, retry_after: &str| {
        let mut response = suggests("wait_and_retry", suggestion);
        response
            .headers
            .insert("retry-after", retry_after.parse().unwrap());
        response
    };
    let seconds = Duration::from_secs;
    assert_eq!(wait(&with("null", "7")), seconds(7));
    assert_eq!(wait(&with(r#"{"retry_after_s":2}"#, "7")), seconds(2));
    assert_eq!(wait(&with(r#"{"retry_after_s":0}"#, "7")), seconds(0));
    assert_eq!(
        wait(&with(r#"{"field":"retry_after_s","value":4}"#, "7")),
        seconds(4)
    );
    assert_eq!(wait(&with(r#"{"retry_after_s":"2"}"#, "7")), seconds(7));
    assert_eq!(
        wait(&with("null", "Wed, 21 Oct 2015 07:28:20 GMT")),
        seconds(20)
    );
    assert_eq!(
        wait(&with("null", "Wed, 21 Oct 2015 07:27:00 GMT")),
        seconds(0)
    );
    assert_eq!(wait(&with("null", "soon")), seconds(30));
    for odd in [r#""soon""#, "-1", "null", "true", "[1]", "{}"] {
        let suggestion = format!(r#"{{"retry_after_s":{odd}}}"#);
        assert_eq!(
            wait(&suggests("abort_or_retry", &suggestion)),
            seconds(30),
            "{odd}"
        );
    }
}

#[test]
fn a_wait_above_the_cap_stops_and_says_how_long_it_would_have_been() {
    for (suggestion, wait) in [
        (r#"{"retry_after_s":277403}"#, Duration::from_secs(277_403)),
        (r#"{"retry_after_s":61}"#, Duration::from_secs(61)),
        (r#"{"retry_after_s":1e999}"#, Duration::MAX),
    ] {
        let cap = Duration::from_secs(60);
        let stop = stop(&order(), &suggests("wait_and_retry", suggestion));
        assert_eq!(stop, Stop::WaitTooLong { wait, cap }, "{suggestion}");
    }
    let at_the_cap = suggests("wait_and_retry", r#"{"retry_after_s":60}"#);
    assert_eq!(wait(&at_the_cap), Duration::from_secs(60));
}
