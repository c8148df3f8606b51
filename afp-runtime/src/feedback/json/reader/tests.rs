use super::*;

#[track_caller]
fn refused(text: &str, line: usize, column: usize) {
    refused_bytes(text.as_bytes(), line, column);
}

#[track_caller]
fn refused_bytes(body: &[u8], line: usize, column: usize) {
    let error = read(body).expect_err("is refused");
    assert_eq!((error.line(), error.column()), (line, column), "{error}");
}

#[test]
fn what_serde_json_reads_is_read_alike() {
    let text = r#" {"a":[1,-2.5e3,true,false,null,"x\u0041\n\ud83d\ude00é"],"b":{},"c":[[]]} "#;
    let value = read(text.as_bytes()).unwrap();
    let ours: serde_json::Value = serde_json::from_str(&value.to_string()).unwrap();
    assert_eq!(
        ours,
        serde_json::from_str::<serde_json::Value>(text).unwrap()
    );
}

#[test]
fn a_byte_order_mark_is_skipped() {
    assert_eq!(read(b"\xEF\xBB\xBF1").unwrap(), Value::Number("1".into()));
}

#[test]
fn a_repeated_name_is_refused_at_any_depth() {
    refused(r#"{"a":1,"b":2,"a":3}"#, 1, 14);
    refused("{\"a\":{\n \"m\":[{\"x\":1,\"\\u0078\":2}]}}", 2, 14);
    let many: String = (0..40).map(|n| format!("\"n{n}\":0,")).collect();
    let error = read(format!("{{{many}\"n7\":1}}").as_bytes()).unwrap_err();
    assert!(error.to_string().contains("\"n7\""), "{error}");
}

#[test]
fn what_json_does_not_have_is_refused_where_it_stands() {
    refused("", 1, 1);
    refused("{} x", 1, 4);
    refused("[NaN]", 1, 2);
    refused("[1,]", 1, 4);
    refused("{'a':1}", 1, 2);
    refused("[01]", 1, 3);
    refused("[1.]", 1, 4);
    refused("[+1]", 1, 2);
    refused("[\"\\x\"]", 1, 3);
    refused("[\"a\tb\"]", 1, 4);
    refused("[\"é\u{1}\"]", 1, 4);
    refused("[\"open", 1, 7);
    refused("\n\n  tru", 3, 3);
    refused_bytes(b"[\"\xFF\"]", 1, 3);
}

#[test]
fn lone_surrogates_and_numbers_out_of_range_are_refused() {
    refused(r#"["\ud800"]"#, 1, 3);
    refused(r#"["\udc00\ud800"]"#, 1, 3);
    refused(r#"["\ud800\u0041"]"#, 1, 3);
    refused("[1e999]", 1, 2);
    refused("[-1e400]", 1, 2);
    refused(&format!("[{}]", "9".repeat(400)), 1, 2);
    assert!(read(b"[1e-999]").is_ok(), "underflow is a number");
}

#[test]
fn sixty_four_levels_pass_and_one_more_does_not() {
    let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    assert!(read(nested(64).as_bytes()).is_ok());
    refused(&nested(65), 1, 65);
    refused(&"[".repeat(100_000), 1, 65);
}
