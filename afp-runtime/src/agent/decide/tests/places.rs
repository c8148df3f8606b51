//! Merges into query, path and header; never into the method.

use super::{built, failed, order, resend, stop, suggests};
use crate::agent::stop::{CannotApply, Stop};
use crate::agent::{Request, Response};

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
    assert_eq!(url(r#"{"a":"3 4"}"#), "http://h/s?a=3+4&b=x%20y&c");
    assert_eq!(
        url(r#"{"a":[1,"&"],"n":true}"#),
        "http://h/s?a=1&a=%26&b=x%20y&c&n=true"
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
