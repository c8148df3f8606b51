//! Context that is missing: brought by the answer itself, or by somebody who is asked.

use super::{after_sending, built, failed, order, resend, step, stop};
use crate::agent::stop::{CannotApply, Limit, Stop};
use crate::agent::{Budget, Request, Response, Step, decide};

fn brings(place: &str, suggestion: &str) -> Response {
    missing(&format!(
        r#","suggestion":{suggestion},"apply_to":"{place}","current":{{"id":"7.0"}}"#
    ))
}

fn missing(more: &str) -> Response {
    failed("provide_missing_context", "true", more)
}

fn request() -> Request {
    built(Request::get("http://h/t/{id}?Room=blue&x=1").path("id", "7.0"))
}

#[test]
fn what_the_answer_brings_is_merged_where_it_says() {
    let request = request();
    let next = resend(&request, &brings("query", r#"{"Room":null,"room":"blue"}"#));
    assert_eq!(next.url.as_str(), "http://h/t/7.0?x=1&room=blue");
    let next = resend(&request, &brings("path", r#"{"id":"7"}"#));
    assert_eq!(next.url.path(), "/t/7");
    let next = resend(&request, &brings("header", r#"{"accept":"text/csv"}"#));
    assert_eq!(next.headers["accept"], "text/csv");
    let pair = r#"{"value":"red","field":"Room"}"#;
    let next = resend(&request, &brings("query", pair));
    assert_eq!(next.url.query(), Some("Room=red&x=1"));
}

#[test]
fn somebody_is_asked_when_the_answer_does_not_bring_it_all() {
    for more in [
        "",
        r#","suggestion":{"max":606}"#,
        r#","suggestion":{"max":606},"apply_to":null"#,
        r#","suggestion":{"max":606},"apply_to":"body""#,
        r#","suggestion":{"max":606},"apply_to":"method""#,
        r#","suggestion":{"max":606},"apply_to":"moon""#,
        r#","suggestion":{"max":606},"apply_to":["query"]"#,
        r#","apply_to":"query""#,
        r#","suggestion":null,"apply_to":"query""#,
        r#","suggestion":{},"apply_to":"query""#,
        r#","suggestion":[{"max":606}],"apply_to":"path""#,
        r#","suggestion":"max","apply_to":"header""#,
    ] {
        let step = step(&order(), &missing(more));
        assert!(matches!(step, Step::AskForContext), "{more}: {step:?}");
    }
}

#[test]
fn somebody_is_asked_when_what_the_answer_brings_was_tried() {
    let first = request();
    let response = brings("query", r#"{"Room":"red"}"#);
    let second = resend(&first, &response);
    let history = after_sending(&[&first, &second]);
    let back = brings("query", r#"{"Room":"blue"}"#);
    for (request, response) in [(&second, &response), (&second, &back), (&first, &back)] {
        let step = decide(request, response, &history, &Budget::default()).step;
        assert!(matches!(step, Step::AskForContext), "{step:?}");
    }
}

#[test]
fn what_the_answer_brings_is_bounded_like_any_suggestion() {
    let request = order();
    let rest = r#","suggestion":{"sort":"down"},"apply_to":"query""#;
    let never = failed("provide_missing_context", "false", rest);
    assert_eq!(stop(&request, &never), Stop::NotRetryable);
    let problem = CannotApply::ProtectedHeader;
    let credentials = brings("header", r#"{"Authorization":"Bearer x"}"#);
    assert_eq!(stop(&request, &credentials), Stop::CannotApply { problem });
    let problem = CannotApply::PathParameter;
    let parent = brings("path", r#"{"id":".."}"#);
    assert_eq!(stop(&request, &parent), Stop::CannotApply { problem });

    let budget = Budget {
        merges: 1,
        ..Budget::default()
    };
    let mut history = after_sending(&[&request]);
    let merged = decide(&request, &missing(rest), &history, &budget).step;
    history.took(&merged);
    let limit = Limit::Merges;
    let over = decide(&request, &missing(rest), &history, &budget).step;
    assert!(matches!(over, Step::Stop(stop) if stop == Stop::OverBudget { limit }));
}
