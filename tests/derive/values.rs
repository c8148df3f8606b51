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
