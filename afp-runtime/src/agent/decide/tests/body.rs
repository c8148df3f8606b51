//! Merges into a body.

use super::{after_sending, built, failed, order, resend, stop, suggests};
use crate::agent::stop::{CannotApply, Stop};
use crate::agent::{Budget, Decision, Failure, Request, Step, decide, merge_context};

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
    assert_eq!(next.body, "a=5+%26+6&b=x+y&c&t=1&t=true");
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

#[test]
fn a_suggestion_of_very_many_members_is_not_merged() {
    let request = order();
    let members = |count: usize| {
        let members: Vec<String> = (0..count).map(|n| format!("\"m{n}\":1")).collect();
        suggests("fix_input_format", &format!("{{{}}}", members.join(",")))
    };
    let problem = CannotApply::TooManyMembers;
    assert_eq!(
        stop(&request, &members(1001)),
        Stop::CannotApply { problem }
    );
    let next = resend(&request, &members(1000));
    assert!(next.body.ends_with(b"\"m999\":1}"));
}
