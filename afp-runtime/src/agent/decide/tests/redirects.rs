//! Redirects within the origin.

use super::{answer, built, resend, stop};
use crate::agent::Request;
use crate::agent::stop::{RedirectRefused, Stop};

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
