//! A batch in smaller parts.

use super::{built, failed, order, step, stop, suggests};
use crate::agent::stop::{CannotSplit, Limit, Stop};
use crate::agent::{Budget, History, Request, Step, decide};

#[test]
fn a_batch_is_split_whatever_its_name() {
    let request = built(
        Request::post("http://h/")
            .idempotency_key("k")
            .json_bytes(r#"{"a":1,"rows":[ {"n": 1.0},2,"3",[4],5 ],"few":[1],"z":true}"#),
    );
    let Step::Split(split) = step(&request, &suggests("batch_smaller", r#"{"batchSize":2}"#))
    else {
        panic!();
    };
    assert_eq!(split.list.as_deref(), Some("rows"));
    let parts: Vec<_> = split
        .parts
        .iter()
        .map(|(items, part)| {
            let body = std::str::from_utf8(&part.body).unwrap();
            (
                items.clone(),
                body,
                part.headers["idempotency-key"].to_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        parts,
        [
            (
                0..2,
                r#"{"a":1,"rows":[{"n": 1.0},2],"few":[1],"z":true}"#,
                "k.0-2"
            ),
            (
                2..4,
                r#"{"a":1,"rows":["3",[4]],"few":[1],"z":true}"#,
                "k.2-4"
            ),
            (4..5, r#"{"a":1,"rows":[5],"few":[1],"z":true}"#, "k.4-5"),
        ]
    );
}

#[test]
fn a_body_that_is_a_list_is_a_batch() {
    let request = built(Request::post("http://h/").json_bytes(" [1,2,3]"));
    for suggestion in [r#"{"batchSize":2.0}"#, r#"{"field":"batchSize","value":2}"#] {
        let Step::Split(split) = step(&request, &suggests("batch_smaller", suggestion)) else {
            panic!("{suggestion}");
        };
        assert_eq!(split.list, None);
        assert_eq!(split.parts[1].1.body, "[3]");
    }
}

#[test]
fn a_batch_that_cannot_be_split_stops() {
    for (body, suggestion, problem) in [
        (
            r#"{"a":[1,2]}"#,
            r#"{"batchSize":0}"#,
            CannotSplit::BatchSize,
        ),
        (
            r#"{"a":[1,2]}"#,
            r#"{"batchSize":-1}"#,
            CannotSplit::BatchSize,
        ),
        (
            r#"{"a":[1,2]}"#,
            r#"{"batchSize":1.5}"#,
            CannotSplit::BatchSize,
        ),
        (
            r#"{"a":[1,2]}"#,
            r#"{"batchSize":"1"}"#,
            CannotSplit::BatchSize,
        ),
        (
            r#"{"a":[1,2]}"#,
            r#"{"batchSize":1e300}"#,
            CannotSplit::BatchSize,
        ),
        (
            r#"{"a":[1,2]}"#,
            r#"{"batchSize":null}"#,
            CannotSplit::BatchSize,
        ),
        (r#"{"a":[1,2]}"#, r#"{"size":1}"#, CannotSplit::BatchSize),
        (r#"{"a":[1,2]}"#, "null", CannotSplit::BatchSize),
        (r#"{"a":[1,2]}"#, r#"{"batchSize":2}"#, CannotSplit::NoList),
        (
            r#"{"a":[1,2]}"#,
            r#"{"batchSize":1000000000}"#,
            CannotSplit::NoList,
        ),
        (r#"{"a":1}"#, r#"{"batchSize":1}"#, CannotSplit::NoList),
        ("", r#"{"batchSize":1}"#, CannotSplit::NoList),
        ("7", r#"{"batchSize":1}"#, CannotSplit::NoList),
        ("[1", r#"{"batchSize":1}"#, CannotSplit::NoList),
        (
            r#"{"a":[1,2],"b":[1,2]}"#,
            r#"{"batchSize":1}"#,
            CannotSplit::SeveralLists,
        ),
    ] {
        let request = built(Request::post("http://h/").json_bytes(body));
        let stop = stop(&request, &suggests("batch_smaller", suggestion));
        assert_eq!(stop, Stop::CannotSplit { problem }, "{body} {suggestion}");
    }
}

#[test]
fn of_several_lists_the_echoed_one_is_the_batch() {
    let request = built(Request::post("http://h/").json_bytes(r#"{"a":[1,2],"b":[3,4]}"#));
    let more = r#","suggestion":{"batchSize":1},"current":{"b":2}"#;
    let Step::Split(split) = step(&request, &failed("batch_smaller", "true", more)) else {
        panic!();
    };
    assert_eq!(split.parts[0].1.body, r#"{"a":[1,2],"b":[3]}"#);
}

#[test]
fn a_batch_of_more_parts_than_requests_is_not_begun() {
    let budget = Budget {
        requests: 4,
        ..Budget::default()
    };
    let response = suggests("batch_smaller", r#"{"batchSize":1}"#);
    let decision = decide(&order(), &response, &History::default(), &budget);
    assert!(matches!(
        decision.step,
        Step::Stop(Stop::OverBudget {
            limit: Limit::Requests
        })
    ));
}
