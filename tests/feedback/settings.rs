//! What cannot work is refused when the routes are built.

use std::time::Duration;

use afp_runtime::http::{Cors, Inbox};

#[test]
fn a_setting_that_cannot_work_is_refused_with_a_sentence() {
    let refused = [
        (
            Inbox::memory().path("/feed\r\nSet-Cookie: a=b"),
            "holds `\\r`",
        ),
        (Inbox::memory().path("/r\u{FC}ckmeldung"), "holds `\\u{fc}`"),
        (
            Inbox::memory().path("feedback"),
            "write it like `/feedback`",
        ),
        (Inbox::memory().path("/{id}"), "holds `{`"),
        (Inbox::memory().path("/"), "write it like"),
        (
            Inbox::memory().path("/.well-known/agent-feedback"),
            "discovery",
        ),
        (Inbox::memory().base_url("api.example.com"), "base URL"),
        (
            Inbox::memory().base_url("https://api.example.com/\r\nX: y"),
            "base URL",
        ),
        (
            Inbox::memory().base_url("https://api.ex\u{E4}mple.com"),
            "base URL",
        ),
        (
            Inbox::memory().base_url("https://u:p@api.example.com"),
            "base URL",
        ),
        (
            Inbox::memory().base_url("ftp://api.example.com"),
            "base URL",
        ),
        (
            Inbox::memory().base_url("https://api.example.com/?a=1"),
            "base URL",
        ),
        (Inbox::memory().account_secret(""), "secret is empty"),
        (Inbox::memory().service(""), "service name"),
        (Inbox::memory().service("s".repeat(129)), "service name"),
        (
            Inbox::memory().rate_limit(0, Duration::from_secs(1)),
            "without_rate_limit",
        ),
        (Inbox::memory().max_bytes(0), "0 bytes"),
        (Inbox::memory().trusted_proxies(["10.0.0.0/40"]), "proxy"),
        (Inbox::memory().cors(Cors::origins(["*"])), "origin"),
    ];
    for (inbox, expected) in refused {
        let error = inbox.try_router().expect_err(expected).to_string();
        assert!(
            error.starts_with("feedback inbox: ") && error.contains(expected),
            "{error}"
        );
        assert!(!error.contains(['\r', '\n']), "{error}");
    }
}

#[test]
fn a_panic_names_the_callers_line() {
    let panicked = std::panic::catch_unwind(|| Inbox::memory().path("x").router());
    let message = panicked.expect_err("refused");
    let message = message.downcast_ref::<String>().expect("a sentence");
    assert!(message.contains("write it like"), "{message}");
}
