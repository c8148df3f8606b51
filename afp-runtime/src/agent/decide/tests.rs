use std::time::{Duration, SystemTime};

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use super::{Budget, Decision, Failure, History, Loss, Response, Step, after_loss, decide};
use crate::agent::stop::{CannotApply, CannotSplit, Limit, RedirectRefused, Stop};
use crate::agent::{Request, RequestBuilder, merge_context};
use crate::errors::{Action, ActionGroup};

fn order() -> Request {
    Request::post("http://h/api/orders?sort=up&x=1")
        .json_bytes(r#"{"max":600,"items":[1,2,3,4,5],"note":"n"}"#)
        .build()
        .unwrap()
}

fn built(builder: RequestBuilder) -> Request {
    builder.build().unwrap()
}

/// 21 Oct 2015 07:28:00 GMT.
fn now() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_445_412_480)
}

fn answer(status: u16, body: &str, fields: &[(&str, &str)]) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static("application/json"));
    for (name, value) in fields {
        headers.insert(name.parse::<HeaderName>().unwrap(), value.parse().unwrap());
    }
    let status = StatusCode::from_u16(status).unwrap();
    Response {
        status,
        headers,
        body: Bytes::copy_from_slice(body.as_bytes()),
        received_at: now(),
    }
}

fn failed(action: &str, retryable: &str, more: &str) -> Response {
    let feedback = format!(r#"{{"action":"{action}","retryable":{retryable}{more}}}"#);
    answer(
        409,
        &format!(r#"{{"ok":false,"error":"e","code":"C","feedback":{feedback}}}"#),
        &[],
    )
}

fn suggests(action: &str, suggestion: &str) -> Response {
    failed(action, "true", &format!(r#","suggestion":{suggestion}"#))
}

fn after_sending(requests: &[&Request]) -> History {
    let mut history = History::default();
    for request in requests {
        history.sent(request);
    }
    history
}

#[track_caller]
fn step(request: &Request, response: &Response) -> Step {
    decide(
        request,
        response,
        &after_sending(&[request]),
        &Budget::default(),
    )
    .step
}

#[track_caller]
fn stop(request: &Request, response: &Response) -> Stop {
    match step(request, response) {
        Step::Stop(stop) => stop,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn resend(request: &Request, response: &Response) -> Request {
    match step(request, response) {
        Step::Resend(resend) => resend.request,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn wait(response: &Response) -> Duration {
    match step(&order(), response) {
        Step::Wait(wait) => wait,
        other => panic!("{other:?}"),
    }
}

const SUGGESTIONS: [&str; 14] = [
    "",
    r#","suggestion":null"#,
    r#","suggestion":{}"#,
    r#","suggestion":[]"#,
    r#","suggestion":"max""#,
    r#","suggestion":7"#,
    r#","suggestion":{"max":606}"#,
    r#","suggestion":{"max":600}"#,
    r#","suggestion":{"value":606,"field":"max"}"#,
    r#","suggestion":{"batchSize":2}"#,
    r#","suggestion":{"retry_after_s":3}"#,
    r#","suggestion":{"retry_after_s":277403}"#,
    r#","suggestion":{"max":606},"apply_to":"method""#,
    r#","suggestion":{"max":606},"apply_to":"moon""#,
];

#[test]
fn what_is_not_retryable_stops_whatever_else_it_says() {
    for action in Action::ALL
        .map(Action::as_str)
        .into_iter()
        .chain(["dance", ""])
    {
        for suggestion in SUGGESTIONS {
            let stop = stop(&order(), &failed(action, "false", suggestion));
            assert_eq!(stop, Stop::NotRetryable, "{action} {suggestion}");
        }
    }
}

#[test]
fn every_action_with_every_suggestion_takes_its_own_kind_of_step() {
    for action in Action::ALL {
        for suggestion in SUGGESTIONS {
            let step = step(&order(), &failed(action.as_str(), "true", suggestion));
            let fits = match (action.group(), action, &step) {
                (ActionGroup::Retry, Action::BatchSmaller, Step::Split(split)) => {
                    suggestion.contains("batchSize") && split.parts.len() == 3
                }
                (
                    ActionGroup::Retry,
                    Action::BatchSmaller,
                    Step::Stop(Stop::CannotSplit { .. }),
                ) => !suggestion.contains("batchSize"),
                (ActionGroup::Retry, _, Step::Resend(resend)) => {
                    action.merges() && resend.merged.len() == 1 && resend.request.method == "POST"
                }
                (ActionGroup::Retry, _, Step::Stop(Stop::NoSuggestion)) => {
                    !suggestion.contains("\":{\"")
                }
                (ActionGroup::Retry, _, Step::Stop(Stop::AlreadySent)) => {
                    suggestion.contains("600")
                }
                (ActionGroup::Retry, _, Step::Stop(Stop::CannotApply { .. })) => {
                    suggestion.contains("apply_to")
                }
                (ActionGroup::Wait, _, Step::Wait(wait)) => {
                    let expected = if suggestion.contains(":3}") { 3 } else { 30 };
                    *wait == Duration::from_secs(expected)
                }
                (ActionGroup::Wait, _, Step::Stop(Stop::WaitTooLong { .. })) => {
                    suggestion.contains("277403")
                }
                (ActionGroup::Auth, _, Step::Reauthenticate)
                | (ActionGroup::Stop, Action::ProvideMissingContext, Step::AskForContext)
                | (ActionGroup::Stop, Action::WaitForUserAction, Step::AskUser)
                | (
                    ActionGroup::Stop,
                    Action::ReportBug | Action::ContactOperator | Action::NoActionPossible,
                    Step::Stop(Stop::NeverRetried { .. }),
                ) => true,
                _ => false,
            };
            assert!(fits, "{action} {suggestion}: {step:?}");
        }
    }
}

#[test]
fn an_unknown_action_stops_and_is_shown_escaped_and_short() {
    let word = format!("dance\\u001b{}", "x".repeat(100));
    let Stop::UnknownAction { action } = stop(&order(), &failed(&word, "true", "")) else {
        panic!();
    };
    assert!(
        action.starts_with("dance\\u{1b}xxx") && action.chars().count() < 80,
        "{action}"
    );
}

#[test]
fn a_merge_is_shallow_and_keeps_all_else() {
    let request = built(
        Request::post("http://h/")
            .json_bytes(r#"{ "a": {"b":1,"c":2}, "big": 123456789012345678901234567890 }"#),
    );
    let response = suggests("fix_input_format", r#"{"a":{"b":3},"new":null}"#);
    assert_eq!(
        resend(&request, &response).body,
        r#"{"a":{"b":3},"big":123456789012345678901234567890,"new":null}"#
    );
}

#[test]
fn a_body_that_is_no_object_counts_as_an_empty_one() {
    let response = suggests("fix_input_format", r#"{"a":1}"#);
    for body in ["", "null", "[1]", "7", "{\"a\":", "{'a': 1}", "\u{0}"] {
        let next = resend(
            &built(Request::post("http://h/").json_bytes(body)),
            &response,
        );
        assert_eq!(next.body, r#"{"a":1}"#, "{body}");
    }
    let next = resend(&built(Request::post("http://h/")), &response);
    assert_eq!(next.headers["content-type"], "application/json");
    let next = resend(
        &built(Request::post("http://h/").body("{\"b\":2}", "text/plain")),
        &response,
    );
    assert_eq!(next.headers["content-type"], "application/json");
    let problem_json = Request::post("http://h/").body("{}", "application/x+json; a=b");
    assert_eq!(
        resend(&built(problem_json), &response).headers["content-type"],
        "application/x+json; a=b"
    );
}

#[test]
fn a_form_stays_a_form_and_a_file_stays_what_it_is() {
    let form =
        built(Request::post("http://h/").body("a=1&b=x+y&c", "application/x-www-form-urlencoded"));
    let response = suggests("fix_input_format", r#"{"a":"5 & 6","t":[1,true]}"#);
    let next = resend(&form, &response);
    assert_eq!(next.body, "b=x+y&c&a=5+%26+6&t=1&t=true");
    assert_eq!(
        next.headers["content-type"],
        "application/x-www-form-urlencoded"
    );

    let file = built(Request::post("http://h/").body("GIF89a", "image/gif"));
    let problem = CannotApply::ForeignBody;
    assert_eq!(stop(&file, &response), Stop::CannotApply { problem });
}

#[test]
fn the_older_pair_means_the_field_unless_the_body_has_such_members() {
    let response = suggests("fix_input_format", r#"{"value":6,"field":"max"}"#);
    let body = |json: &'static str| built(Request::post("http://h/").json_bytes(json));
    assert_eq!(
        resend(&body(r#"{"max":1}"#), &response).body,
        r#"{"max":6}"#
    );
    assert_eq!(
        resend(&body(r#"{"field":"price","value":1}"#), &response).body,
        r#"{"field":"max","value":6}"#
    );
}

fn applied_to(place: &str, suggestion: &str, more: &str) -> Response {
    let rest = format!(r#","suggestion":{suggestion},"apply_to":"{place}"{more}"#);
    failed("fix_input_format", "true", &rest)
}

#[test]
fn a_query_suggestion_replaces_all_of_a_name() {
    let request = built(Request::get("http://h/s?a=1&b=x%20y&a=2&c"));
    let url = |suggestion: &str| {
        resend(&request, &applied_to("query", suggestion, ""))
            .url
            .as_str()
            .to_owned()
    };
    assert_eq!(url(r#"{"a":"3 4"}"#), "http://h/s?b=x%20y&c&a=3+4");
    assert_eq!(
        url(r#"{"a":[1,"&"],"n":true}"#),
        "http://h/s?b=x%20y&c&a=1&a=%26&n=true"
    );
    assert_eq!(url(r#"{"a":null,"b":null,"c":null}"#), "http://h/s");
    for bad in [r#"{"a":{"b":1}}"#, r#"{"a":[[1]]}"#, r#"{"a":[null]}"#] {
        let problem = CannotApply::Value;
        assert_eq!(
            stop(&request, &applied_to("query", bad, "")),
            Stop::CannotApply { problem }
        );
    }
}

#[test]
fn a_path_suggestion_fills_the_parameter_or_the_segment_that_was_echoed() {
    let named = built(Request::get("http://h/t/{id}?q=1").path("id", "x"));
    let plain = built(Request::get("http://h/t/x?q=1"));
    let echoed = r#","current":{"id":"x"}"#;
    for request in [&named, &plain] {
        let next = resend(request, &applied_to("path", r#"{"id":"y/z"}"#, echoed));
        assert_eq!(next.url.as_str(), "http://h/t/y%2Fz?q=1");
    }
    assert_eq!(
        resend(&named, &applied_to("path", r#"{"id":7}"#, ""))
            .url
            .path(),
        "/t/7"
    );

    let refused = |request, suggestion, more| stop(request, &applied_to("path", suggestion, more));
    let problem = CannotApply::PathParameter;
    assert_eq!(
        refused(&plain, r#"{"id":"y"}"#, ""),
        Stop::CannotApply { problem }
    );
    assert_eq!(
        refused(&plain, r#"{"no":"y"}"#, echoed),
        Stop::CannotApply { problem }
    );
    assert_eq!(
        refused(&named, r#"{"id":".."}"#, ""),
        Stop::CannotApply { problem }
    );
    assert_eq!(
        refused(&plain, r#"{"id":".."}"#, echoed),
        Stop::CannotApply { problem }
    );
    assert_eq!(
        refused(&named, r#"{"id":""}"#, ""),
        Stop::CannotApply { problem }
    );
    let problem = CannotApply::Value;
    assert_eq!(
        refused(&named, r#"{"id":null}"#, ""),
        Stop::CannotApply { problem }
    );
}

#[test]
fn a_server_chooses_no_header_field_that_says_who_asks_or_where_it_ends() {
    let request = order();
    let next = resend(
        &request,
        &applied_to("header", r#"{"X-Api-Version":2,"Accept":"a/b"}"#, ""),
    );
    assert_eq!(next.headers["x-api-version"], "2");
    assert_eq!(next.headers["accept"], "a/b");
    assert_eq!(next.body, request.body);
    for name in [
        "Authorization",
        "cookie",
        "HOST",
        "Content-Length",
        "Idempotency-Key",
        "Sec-X",
    ] {
        let response = applied_to("header", &format!(r#"{{"{name}":"x"}}"#), "");
        let problem = CannotApply::ProtectedHeader;
        assert_eq!(
            stop(&request, &response),
            Stop::CannotApply { problem },
            "{name}"
        );
    }
    for bad in [
        r#"{"x":"a\r\nb"}"#,
        r#"{"x y":"a"}"#,
        r#"{"x":{}}"#,
        r#"{"":"a"}"#,
    ] {
        let problem = CannotApply::Value;
        assert_eq!(
            stop(&request, &applied_to("header", bad, "")),
            Stop::CannotApply { problem }
        );
    }
}

#[test]
fn the_method_is_never_changed() {
    let response = applied_to("method", r#"{"method":"DELETE"}"#, "");
    let problem = CannotApply::Method;
    assert_eq!(stop(&order(), &response), Stop::CannotApply { problem });
    let next = resend(
        &order(),
        &suggests("retry_with_suggestion", r#"{"method":"DELETE"}"#),
    );
    assert_eq!(next.method, "POST");
}

#[test]
fn a_request_that_was_sent_is_not_sent_again_for_a_merge() {
    let response = suggests("retry_with_suggestion", r#"{"max":606}"#);
    let first = order();
    let second = resend(&first, &response);
    let history = after_sending(&[&first, &second]);
    let budget = Budget::default();
    let back = suggests("retry_with_suggestion", r#"{"max":600}"#);
    for (request, response) in [(&second, &response), (&second, &back), (&first, &response)] {
        let Decision { step, .. } = decide(request, response, &history, &budget);
        assert!(matches!(step, Step::Stop(Stop::AlreadySent)), "{step:?}");
    }
    // The same members in another order and with other white space are the same request.
    let spaced = built(Request::post("http://h/").json_bytes("{ \"b\": 1,\n \"a\": [ ] }"));
    let same = suggests("retry_with_suggestion", r#"{"a":[],"b":1}"#);
    assert_eq!(stop(&spaced, &same), Stop::AlreadySent);
}

#[test]
fn a_changed_payload_has_a_key_of_its_own() {
    let request = built(
        Request::post("http://h/")
            .json_bytes(r#"{"a":1}"#)
            .idempotency_key("k"),
    );
    let next = resend(&request, &suggests("retry_with_suggestion", r#"{"a":2}"#));
    assert_eq!(next.headers["idempotency-key"], "k.m1");
    assert_eq!(request.headers["idempotency-key"], "k");
}

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

#[test]
fn merges_waits_and_refreshes_are_counted() {
    let request = order();
    let budget = Budget {
        merges: 1,
        waits: 1,
        ..Budget::default()
    };
    let mut history = after_sending(&[&request]);
    let mut after = |response: &Response| {
        let step = decide(&request, response, &history, &budget).step;
        history.took(&step);
        step
    };
    let merge = suggests("retry_with_suggestion", r#"{"max":1}"#);
    assert!(matches!(after(&merge), Step::Resend(_)));
    assert!(matches!(
        after(&merge),
        Step::Stop(Stop::OverBudget {
            limit: Limit::Merges
        })
    ));
    let wait = failed("wait_and_retry", "true", "");
    assert!(matches!(after(&wait), Step::Wait(_)));
    assert!(matches!(
        after(&wait),
        Step::Stop(Stop::OverBudget {
            limit: Limit::Waits
        })
    ));
    let auth = failed("reauthenticate", "true", "");
    assert!(matches!(after(&auth), Step::Reauthenticate));
    assert!(matches!(after(&auth), Step::Stop(Stop::RefreshedAlready)));
    let part = history.for_part();
    let step = decide(&request, &auth, &part, &budget).step;
    assert!(matches!(step, Step::Stop(Stop::RefreshedAlready)));
    assert!(matches!(
        decide(&request, &merge, &part, &budget).step,
        Step::Resend(_)
    ));
}

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
fn a_200_that_says_ok_false_is_a_failure() {
    let mut response = suggests("retry_with_suggestion", r#"{"max":606}"#);
    response.status = StatusCode::OK;
    assert!(matches!(step(&order(), &response), Step::Resend(_)));
}

#[test]
fn redirects_stay_within_the_origin_and_keep_the_request() {
    let get = built(Request::get("http://h:8080/a?q=1"));
    let post = built(Request::post("http://h:8080/a").json_bytes("{}"));
    let to = |status, location: &str| answer(status, "", &[("location", location)]);
    for status in [301, 302, 303, 307, 308] {
        assert_eq!(
            resend(&get, &to(status, "/b#f")).url.as_str(),
            "http://h:8080/b"
        );
    }
    for status in [307, 308] {
        let next = resend(&post, &to(status, "b"));
        assert_eq!((next.method.as_str(), &*next.body), ("POST", &b"{}"[..]));
    }
    let next = resend(&post, &to(303, "/done"));
    assert_eq!((next.method.as_str(), next.body.len()), ("GET", 0));
    assert!(!next.headers.contains_key("content-type"));

    let refused = |request, response| match stop(request, &response) {
        Stop::RedirectRefused { problem } => problem,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        refused(&post, to(302, "/b")),
        RedirectRefused::ChangesRequest
    );
    assert_eq!(refused(&get, to(302, "/a?q=1")), RedirectRefused::Loop);
    assert_eq!(
        refused(&get, answer(302, "", &[])),
        RedirectRefused::Location
    );
    assert_eq!(
        refused(&get, to(302, "http://[")),
        RedirectRefused::Location
    );
    for other in [
        "https://h:8080/b",
        "http://h/b",
        "//evil.test/b",
        "http://h.evil.test:8080/",
        "http://u:p@h:8080/b",
        "file:///etc/passwd",
        "data:text/plain,x",
    ] {
        assert_eq!(
            refused(&get, to(307, other)),
            RedirectRefused::OtherOrigin,
            "{other}"
        );
    }
}

#[test]
fn a_lost_answer_is_repeated_only_when_that_is_harmless() {
    let lost = Loss::AnswerLost {
        cause: "cut".into(),
    };
    let unsent = Loss::NotSent {
        cause: "refused".into(),
    };
    let budget = Budget::default();
    let fresh = History::default();
    let get = built(Request::get("http://h/"));
    let keyed = built(Request::post("http://h/").idempotency_key("k"));
    let post = built(Request::post("http://h/"));
    for (request, loss) in [(&get, &lost), (&keyed, &lost), (&post, &unsent)] {
        assert!(matches!(
            after_loss(request, loss, &fresh, &budget),
            Step::Wait(_)
        ));
    }
    let mut tired = History::default();
    (0..budget.losses).for_each(|_| tired.lost());
    let end = |request, loss, history| match after_loss(request, loss, history, &budget) {
        Step::Stop(stop) => stop.as_str(),
        other => panic!("{other:?}"),
    };
    assert_eq!(end(&post, &lost, &fresh), "outcome unknown");
    assert_eq!(end(&keyed, &lost, &tired), "outcome unknown");
    assert_eq!(end(&get, &lost, &tired), "unreachable");
    assert_eq!(end(&post, &unsent, &tired), "unreachable");
}

#[test]
fn context_is_merged_like_a_suggestion() {
    let request = order();
    let response = failed("provide_missing_context", "true", "");
    let failure = Failure::read(&response.body).unwrap();
    let mut context = serde_json::Map::new();
    let history = after_sending(&[&request]);
    let merged = |context: &_| merge_context(&request, &failure, context, &history);
    assert_eq!(merged(&context).unwrap_err(), Stop::NoSuggestion);
    context.insert("max".into(), 600.into());
    assert_eq!(merged(&context).unwrap_err(), Stop::AlreadySent);
    context.insert("parent".into(), 7.into());
    let next = merged(&context).unwrap().request;
    assert_eq!(
        next.body,
        r#"{"max":600,"items":[1,2,3,4,5],"note":"n","parent":7}"#
    );
}
