//! What is an answer, what is a failure, and what is neither.

use http::StatusCode;

use super::{answer, built, failed, order, step, stop, suggests};
use crate::agent::stop::Stop;
use crate::agent::{Request, Step};

#[test]
fn an_answer_that_is_no_envelope_is_never_recovered() {
    let html = [("content-type", "text/html; charset=utf-8")];
    let whole = failed("retry_with_suggestion", "true", r#","suggestion":{"a":1}"#);
    let envelope = std::str::from_utf8(&whole.body).unwrap();
    for (response, kind) in [
        (
            answer(502, "<h1>Bad gateway</h1>", &html),
            "text/html; charset=utf-8",
        ),
        (
            answer(200, "<h1>Hello</h1>", &html),
            "text/html; charset=utf-8",
        ),
        (answer(500, "", &[]), "application/json"),
        (
            answer(400, r#"{"ok":false,"error":"e","code":"C"}"#, &[]),
            "application/json",
        ),
        (answer(422, r#"{"feedback":"no"}"#, &[]), "application/json"),
        (
            answer(422, r#"{"feedback":{"action":"wait_and_retry"}}"#, &[]),
            "application/json",
        ),
        (answer(200, "{\"a\":", &[]), "application/json"),
        (answer(200, "", &[("content-type", "text/html")]), ""),
        (answer(404, envelope, &html), "text/html; charset=utf-8"),
        (answer(304, "", &[]), "application/json"),
    ] {
        let status = response.status.as_u16();
        if kind.is_empty() {
            assert!(matches!(step(&order(), &response), Step::Finish));
            continue;
        }
        let content_type = Some(kind.to_owned());
        assert_eq!(
            stop(&order(), &response),
            Stop::NotAnEnvelope {
                status,
                content_type
            }
        );
    }
}

#[test]
fn a_2xx_of_what_was_asked_for_is_the_answer() {
    let csv = answer(200, "a,b", &[("content-type", "text/csv")]);
    for (accept, finishes) in [
        ("text/csv", true),
        ("text/*;q=0.5", true),
        ("application/json, text/csv; q=0.1", true),
        ("*/*", true),
        ("text/html", false),
        ("application/json", false),
    ] {
        let request = built(Request::get("http://h/").header("accept", accept));
        assert_eq!(
            matches!(step(&request, &csv), Step::Finish),
            finishes,
            "{accept}"
        );
    }
    for body in ["{}", "[]", "7", "null", "{\"ok\":true}"] {
        assert!(matches!(
            step(&order(), &answer(201, body, &[])),
            Step::Finish
        ));
    }
    assert!(matches!(
        step(&order(), &answer(204, "", &[])),
        Step::Finish
    ));
}

#[test]
fn without_an_accept_a_2xx_is_the_answer_unless_it_is_a_page_or_broken() {
    for (kind, finishes) in [
        ("text/plain", true),
        ("text/csv; charset=utf-8", true),
        ("application/octet-stream", true),
        ("text/html", false),
        ("Text/HTML;charset=x", false),
        ("application/xhtml+xml", false),
        ("application/json", false),
        ("application/problem+json", false),
    ] {
        let response = answer(200, "done", &[("content-type", kind)]);
        let is_answer = matches!(step(&order(), &response), Step::Finish);
        assert_eq!(is_answer, finishes, "{kind}");
        let failure = answer(500, "done", &[("content-type", kind)]);
        let stop = stop(&order(), &failure).to_string();
        let expected = format!("status 500 without an envelope ({kind})");
        assert_eq!(stop, expected);
    }
}

#[test]
fn a_200_that_says_ok_false_is_a_failure() {
    let mut response = suggests("retry_with_suggestion", r#"{"max":606}"#);
    response.status = StatusCode::OK;
    assert!(matches!(step(&order(), &response), Step::Resend(_)));
}
