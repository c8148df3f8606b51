use afp_runtime::{AgentError, errors};

#[derive(Debug, thiserror::Error, AgentError)]
enum E {
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{a} a b c d e",
        suggestion = {
            "a": "{a}", "b": "text {a} \"{{}}\"", "c": [1, -2.5, 1_000, true, null, "{b}", { "x": "{b}" }],
            "d": { "x": "{b}", "y": { "z": "{b}" } }, "e": null,
        })]
    Nested { a: u8, b: Option<u8> },
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{0:?} is x", suggestion = { "x": { "y": "{0}" } })]
    Droppable(Option<u8>),
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{a}", suggestion = "{0}")]
    #[cfg(any())]
    Gone,
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{why}", suggestion = "{fix}")]
    Whole { why: &'static str, fix: serde_json::Value },
    #[error("e")]
    #[afp(status = 409, action = RetryWithSuggestion, retryable = true, expected = "{key}", suggestion = { "{key}": "{a}" })]
    Key { key: &'static str, a: u8 },
    #[error("e")]
    #[afp(status = 405, action = NoActionPossible, expected = "use {allowed:?}", suggestion = { "method": "{one}" },
        apply_to = Method, details = "{allowed}", allow(unexplained_suggestion))]
    Method { allowed: Vec<&'static str>, one: Option<&'static str> },
    #[error("e")]
    #[afp(status = 413, action = BatchSmaller, expected = "batchSize is {n}", suggestion = { "batchSize": "{n}" })]
    Batch { n: u32 },
    #[error("e")]
    #[afp(status = 503, action = AbortOrRetry, retryable = true, expected = "retry_after_s have passed", suggestion = { "retry_after_s": 2.5 })]
    Wait,
    #[error("e")]
    #[afp(status = 409, action = UseDifferentField, retryable = true, expected = "{key} x y\"",
        suggestion = { "{key}": "{a}", "x": 2, "y\"": { "a": "{a}" } })]
    Beside { key: &'static str, a: Option<u8> },
    #[error("e")]
    #[afp(status = 409, action = FixInputFormat, retryable = false, expected = "{0}", suggestion = "{1}", details = "{1}")]
    Both(u8, errors::Piece),
}

fn feedback(error: &dyn AgentError) -> String {
    let body = errors::render(error, &errors::RenderOptions::default()).body;
    let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
    let feedback = &body["feedback"];
    format!("{} {}", feedback["suggestion"], feedback["retryable"])
}

fn main() {
    let nested = |b| E::Nested { a: 1, b };
    assert_eq!(
        feedback(&nested(None)),
        r#"{"a":1,"b":"text 1 \"{}\"","c":[1,-2.5,1000,true,null,null,{}],"e":null} true"#
    );
    assert_eq!(
        feedback(&nested(Some(2))),
        r#"{"a":1,"b":"text 1 \"{}\"","c":[1,-2.5,1000,true,null,2,{"x":2}],"d":{"x":2,"y":{"z":2}},"e":null} true"#
    );
    assert_eq!(feedback(&E::Droppable(None)), "null false");
    assert_eq!(feedback(&E::Droppable(Some(1))), r#"{"x":{"y":1}} true"#);
    let whole = |fix| E::Whole { why: "why", fix };
    assert_eq!(feedback(&whole(serde_json::json!({"a": 1}))), r#"{"a":1} true"#);
    assert_eq!(feedback(&whole(serde_json::Value::Null)), "null false");
    for unfit in [serde_json::json!([1]), serde_json::json!("{\"a\":1}"), serde_json::json!({}), serde_json::json!(7)] {
        assert_eq!(feedback(&whole(unfit.clone())), "null false", "{unfit}");
        let answer = errors::render(&whole(unfit), &errors::RenderOptions::default());
        assert!(!answer.retryable);
    }
    let both = |json| {
        let error = E::Both(1, errors::Piece::json(json));
        let body = errors::render(&error, &errors::RenderOptions::default()).body;
        let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
        (body["feedback"]["suggestion"].to_string(), body["feedback"].get("details").map(|d| d.to_string()))
    };
    assert_eq!(both("{ }"), ("null".to_owned(), None));
    assert_eq!(both("{ \"a\": 1}"), (r#"{"a":1}"#.to_owned(), None));
    assert_eq!(both("[ 1 ]"), ("null".to_owned(), Some("[1]".to_owned())));
    assert_eq!(both("\"[\""), ("null".to_owned(), None));
    let beside = |key, a| {
        let error = E::Beside { key, a };
        let body = errors::render(&error, &errors::RenderOptions::default()).body;
        let body = String::from_utf8(body).unwrap();
        let (_, behind) = body.split_once("\"suggestion\":").unwrap();
        behind.split_once(",\"retryable\"").unwrap().0.to_owned()
    };
    assert_eq!(beside("k", Some(1)), r#"{"k":1,"x":2,"y\"":{"a":1}}"#);
    assert_eq!(beside("k", None), r#"{"x":2}"#);
    assert_eq!(beside("x", Some(1)), r#"{"x":2,"y\"":{"a":1}}"#);
    assert_eq!(beside("y\"", Some(1)), r#"{"x":2,"y\"":{"a":1}}"#);
    assert_eq!(beside("y", Some(1)), r#"{"y":1,"x":2,"y\"":{"a":1}}"#);
    assert_eq!(beside("a", Some(1)), r#"{"a":1,"x":2,"y\"":{"a":1}}"#);
    assert_eq!(feedback(&E::Key { key: "a\"b", a: 1 }), r#"{"a\"b":1} true"#);
    let method = E::Method { allowed: vec!["GET"], one: Some("GET") };
    assert_eq!(feedback(&method), r#"{"method":"GET"} false"#);
    assert_eq!(feedback(&E::Batch { n: 25 }), r#"{"batchSize":25} true"#);
    let wait = errors::render(&E::Wait, &errors::RenderOptions::default());
    assert_eq!(wait.retry_after_s, Some(3));
}
