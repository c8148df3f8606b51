//! What fields write, whatever they hold.

use std::net::IpAddr;

use afp_runtime::AgentError;
use afp_runtime::errors::{RenderOptions, render};
use proptest::prelude::{Just, Strategy, any, prop, prop_oneof, proptest};
use serde_json::{Value, json};

#[derive(Debug, thiserror::Error, AgentError)]
enum Written {
    #[error("{text}")]
    #[afp(
        status = 409, action = RetryWithSuggestion, retryable = true,
        expected = "{text} and {number} at {address}, value inside: {{{text}}}",
        suggestion = { "value": "{text}", "inside": "<{text}>", "{text}": "{number}" },
    )]
    Here {
        #[afp(current)]
        text: String,
        #[afp(current = "wire \"name\"")]
        number: i64,
        #[afp(current(text))]
        address: IpAddr,
    },
    #[error("shared {0}")]
    #[afp(status = 409, action = ReportBug, expected = "not {0}")]
    Shared(#[afp(current = "name")] std::sync::Arc<str>),
    #[error("whole")]
    #[afp(status = 409, action = FixInputFormat, retryable = true, expected = "{0}", suggestion = "{1}")]
    Whole(u8, Value),
}

fn feedback(error: &dyn AgentError) -> (Value, Value) {
    let body = render(error, &RenderOptions::default()).body;
    let body: Value = serde_json::from_slice(&body).unwrap();
    (body["error"].clone(), body["feedback"].clone())
}

fn hard_text() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        Just("{number}"),
        Just("{{"),
        Just("}"),
        Just("\""),
        Just("\\"),
        Just("\u{2028}"),
        Just("\u{0}"),
        Just("\n"),
        Just("é"),
        Just("null"),
        Just("</script>"),
        Just("\u{1F600}"),
    ];
    prop_oneof![
        any::<String>(),
        prop::collection::vec(pieces, 0..6).prop_map(|pieces| pieces.concat()),
    ]
}

proptest! {
    #[test]
    fn values_come_out_as_they_are_and_are_never_expanded_again(
        text in hard_text(),
        number: i64,
        address: IpAddr,
    ) {
        let error = Written::Here { text: text.clone(), number, address };
        let (message, feedback) = feedback(&error);
        assert_eq!(message, json!(text));
        let expected = format!("{text} and {number} at {address}, value inside: {{{text}}}");
        assert_eq!(feedback["expected"], json!(expected));
        assert_eq!(error.expected(), expected);
        let address = address.to_string();
        assert_eq!(feedback["current"], json!({"text": text, "wire \"name\"": number, "address": address}));
        if !["value", "inside"].contains(&text.as_str()) {
            let inside = format!("<{text}>");
            let suggestion = json!({"value": text, "inside": inside, text.as_str(): number});
            assert_eq!(feedback["suggestion"], suggestion);
        }
        assert_eq!(feedback["retryable"], json!(true));
    }
}

#[test]
fn a_whole_suggestion_lowers_retryable_when_it_is_null() {
    let (_, given) = feedback(&Written::Whole(1, json!({"a": {"b": 1}})));
    assert_eq!(
        (&given["suggestion"], &given["retryable"]),
        (&json!({"a": {"b": 1}}), &json!(true))
    );
    let (_, absent) = feedback(&Written::Whole(1, Value::Null));
    assert_eq!(
        (&absent["suggestion"], &absent["retryable"]),
        (&Value::Null, &json!(false))
    );
}

#[test]
fn shared_text_is_a_value() {
    let (error, feedback) = feedback(&Written::Shared("a\"b".into()));
    assert_eq!(error, "shared a\"b");
    assert_eq!(feedback["current"], json!({ "name": "a\"b" }));
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Fallen {
    #[error("merge")]
    #[afp(status = 409, action = FixInputFormat, retryable = true, expected = "{0} or a",
        suggestion = { "{0}": 1, "a": "{1}" })]
    Merge(String, Option<u8>),
    #[error("nested")]
    #[afp(status = 409, action = FixInputFormat, retryable = true, expected = "k with {0} or a",
        suggestion = { "k": { "{0}": 1, "a": "{1}" } }, allow(unexplained_suggestion))]
    Nested(String, Option<u8>),
    #[error("wait")]
    #[afp(status = 503, action = WaitAndRetry, expected = "{retry_after_s} s have passed",
        suggestion = { "retry_after_s": "{retry_after_s}" })]
    Wait { retry_after_s: f64 },
    #[error("signed wait")]
    #[afp(status = 503, action = AbortOrRetry, expected = "{retry_after_s} s have passed",
        suggestion = { "retry_after_s": "{retry_after_s}" })]
    Signed { retry_after_s: i64 },
}

#[test]
fn a_suggestion_that_lost_all_members_is_not_retryable() {
    for error in [
        Fallen::Merge("a".into(), None),
        Fallen::Nested("a".into(), None),
    ] {
        let (_, feedback) = feedback(&error);
        assert_eq!(feedback["suggestion"], Value::Null, "{error}");
        assert_eq!(feedback["retryable"], false, "{error}");
    }
    let (_, feedback) = feedback(&Fallen::Merge("b".into(), None));
    assert_eq!(feedback["suggestion"], json!({ "b": 1 }));
    assert_eq!(feedback["retryable"], true);
}

#[test]
fn a_wait_that_no_one_can_keep_is_one_that_everybody_can() {
    let waits = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.5, -0.0, 1.5];
    let waits = waits.map(|retry_after_s| Fallen::Wait { retry_after_s });
    let signed = [i64::MIN, 7].map(|retry_after_s| Fallen::Signed { retry_after_s });
    let sent: Vec<(f64, Option<u64>)> = waits
        .iter()
        .chain(&signed)
        .map(|error| {
            let (_, feedback) = feedback(error);
            let header = render(error, &RenderOptions::default()).retry_after_s;
            let wait = feedback["suggestion"]["retry_after_s"].as_f64().unwrap();
            (wait, header)
        })
        .collect();
    let expected = [
        (30.0, Some(30)),
        (30.0, Some(30)),
        (30.0, Some(30)),
        (0.0, Some(0)),
        (0.0, Some(0)),
        (1.5, Some(2)),
        (0.0, Some(0)),
        (7.0, Some(7)),
    ];
    assert_eq!(sent, expected);
}

#[test]
fn an_error_is_rendered_while_the_thread_ends() {
    struct Late;
    impl Drop for Late {
        fn drop(&mut self) {
            let (error, _) = feedback(&Fallen::Merge("b".into(), None));
            assert_eq!(error, "merge");
        }
    }
    thread_local!(static LATE: Late = const { Late });
    let early = std::thread::spawn(|| {
        LATE.with(|_| ());
        let _ = feedback(&Fallen::Merge("a".into(), None));
    });
    early.join().unwrap();
}
