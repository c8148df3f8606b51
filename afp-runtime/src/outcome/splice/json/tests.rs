use proptest::prelude::*;
use serde_json::Value;

use super::*;

fn object(text: &str) -> Option<(usize, bool)> {
    match read_json(text.as_bytes()) {
        JsonText::Object { end, has_members } => Some((end, has_members)),
        _ => None,
    }
}

/// What `serde_json` says of the text.
fn by_serde(text: &[u8]) -> JsonText {
    match serde_json::from_slice::<Value>(text) {
        Err(_) => JsonText::Invalid,
        Ok(Value::Object(members)) if members.contains_key("_agentFeedback") => {
            JsonText::Contracted
        }
        Ok(Value::Object(members)) => JsonText::Object {
            end: text.iter().rposition(|byte| *byte == b'}').unwrap(),
            has_members: !members.is_empty(),
        },
        Ok(_) => JsonText::Other,
    }
}

#[track_caller]
fn agrees(text: &[u8]) {
    assert_eq!(
        read_json(text),
        by_serde(text),
        "{}",
        String::from_utf8_lossy(text)
    );
}

#[test]
fn the_place_is_the_last_brace() {
    assert_eq!(object("{}"), Some((1, false)));
    assert_eq!(object(" { } \n"), Some((3, false)));
    assert_eq!(object(r#"{"a":{"b":{}}}"#), Some((13, true)));
    assert_eq!(object("{\n  \"a\": \"}\"\n}\n"), Some((13, true)));
    assert_eq!(object("{\"a\":1,\"a\":2}"), Some((12, true)));
}

#[test]
fn only_a_top_level_member_counts_and_escapes_do_not_hide_it() {
    for text in [
        r#"{"_agentFeedback":1}"#,
        r#"{"a":[1],"_agentFeedback" : {}}"#,
        r#"{"\u005fagentFeedback":1}"#,
        r#"{"_agent\u0046eedback":null,"b":2}"#,
        r#"{"_agentFeedback":1,"_agentFeedback":2}"#,
    ] {
        assert_eq!(read_json(text.as_bytes()), JsonText::Contracted, "{text}");
    }
    for text in [
        r#"{"a":{"_agentFeedback":1}}"#,
        r#"{"a":"_agentFeedback"}"#,
        r#"{"_agentFeedback ":1}"#,
        r#"{"_agentfeedback":1}"#,
        r#"{"\\u005fagentFeedback":1}"#,
    ] {
        assert!(object(text).is_some(), "{text}");
    }
}

#[test]
fn a_contract_is_found_by_its_value() {
    let text = br#"{"x":{"_agentFeedback":0},"\u005fagentFeedback": {"v":[1,2]} ,"b":2}"#;
    assert_eq!(contract_member(text), Some(&br#"{"v":[1,2]} "#[..]));
    assert_eq!(contract_member(br#"{"_agentFeedback":7}"#), Some(&b"7"[..]));
    assert_eq!(contract_member(br#"{"_agentFeedback":7"#), None);
    assert_eq!(contract_member(br#"{"a":7}"#), None);
    assert_eq!(contract_member(b"[]"), None);
}

#[test]
fn the_judgement_of_each_text_is_that_of_serde_json() {
    let texts: &[&[u8]] = &[
        b"",
        b" ",
        b"{",
        b"}",
        b"[",
        b"]",
        b"{]",
        b"[}",
        b"{}x",
        b"{} {}",
        b"{,}",
        b"[,]",
        b"[1,]",
        b"{\"a\"}",
        b"{\"a\":}",
        b"{\"a\":1,}",
        b"{\"a\" 1}",
        b"{a:1}",
        b"{'a':1}",
        b"{1:1}",
        b"nul",
        b"null",
        b"nullx",
        b"true",
        b"tru",
        b"false",
        b"falsey",
        b"NaN",
        b"Infinity",
        b"-",
        b"-1",
        b"--1",
        b"+1",
        b"01",
        b"-01",
        b"0",
        b"-0",
        b"0.",
        b".5",
        b"1.5",
        b"1.e3",
        b"1e",
        b"1e+",
        b"1E-7",
        b"1e5",
        b"1e400",
        b"-1e400",
        b"1e-400",
        b"0e400",
        b"1e999999999999",
        b"1e-99999999999999",
        b"1.7976931348623157e308",
        b"1.8e308",
        b"17976931348623157e292",
        b"[1e309]",
        b"{\"a\":1e309}",
        b"12345678",
        b"123456789012345678901234567890",
        b"1.2.3",
        b"1 2",
        b"0x10",
        b"1_000",
        b"\"",
        b"\"a",
        b"\"a\"",
        b"\"\\\"\"",
        b"\"\\x\"",
        b"\"\\u12\"",
        b"\"\\u12g4\"",
        b"\"\\u0000\"",
        b"\"\\ud800\"",
        b"\"\\udc00\"",
        b"\"\\ud83d\\ude00\"",
        b"\"\\ud83d\\u0041\"",
        b"\"\\ud83dxx\"",
        b"\"\t\"",
        b"\"\n\"",
        b"\"\x00\"",
        b"\"\x7f\"",
        b"\"\xff\"",
        b"\"\xc3\xa9\"",
        b"\"\xc3\"",
        b"\"\xed\xa0\x80\"",
        b"\xef\xbb\xbf{}",
        b"{}\x00",
        b"\xc2\xa0{}",
        b"{}\x0c",
        b"{}\x0b",
        b"/**/{}",
        b"{\"a\":1}//x",
        b"[[[[]]]]",
        b"{\"a\":[{\"b\":[]}]}",
        b"[1 2]",
        b"{\"a\":1 \"b\":2}",
        b"[\x00]",
        b"{\x00}",
        b"{\"a\":\x00}",
        b"[1,\x00]",
        b"\x00",
        b"{\"a\":tru}",
        b"[nul]",
        b"{\"\":0}",
        b"{\"\\ud800\":0}",
        b"{\"a\":\"\\\"}",
        b"[\"\\",
        b"{\"a\":-}",
    ];
    for text in texts {
        agrees(text);
    }
    let long = |digits: usize| "9".repeat(digits);
    for digits in [199, 200, 201, 308, 309, 310, 400] {
        agrees(long(digits).as_bytes());
        agrees(format!("{}.5e9", long(digits)).as_bytes());
        agrees(format!("0.{}e99", long(digits)).as_bytes());
    }
}

#[test]
fn nesting_ends_where_it_ends_for_serde_json() {
    for depth in [126, 127, 128, 129, 5000] {
        agrees(format!("{}{}", "[".repeat(depth), "]".repeat(depth)).as_bytes());
        let objects = format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth));
        agrees(objects.as_bytes());
    }
    assert_eq!(
        read_json("[".repeat(1_000_000).as_bytes()),
        JsonText::Invalid
    );
}

#[test]
fn every_prefix_and_every_changed_byte_is_judged_alike() {
    let text =
        r#" {"a\u00e9\n":[1.5e-3,-0,true,{"k":"é😀\ud83d\ude00\\"},null],"_agentFeedbac":"x" } "#;
    for end in 0..text.len() {
        agrees(&text.as_bytes()[..end]);
    }
    for at in 0..text.len() {
        for byte in [
            b'"', b'\\', b'{', b'}', b'[', b']', b',', b':', b'0', b'e', b'.', b' ', 0, 0xff,
        ] {
            let mut changed = text.as_bytes().to_vec();
            changed[at] = byte;
            agrees(&changed);
        }
    }
}

/// JSON text in all its spellings: white space, escapes, number forms, duplicates.
fn json_text() -> impl Strategy<Value = String> {
    let space = "[ \n\r\t]{0,3}";
    let number = "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,12})?([eE][+-]?[0-9]{1,3})?";
    let string = "\"([^\"\\\\\\x00-\\x1f]|\\\\[\"\\\\/bfnrt]|\\\\u[0-9a-cA-C][0-9a-fA-F]{3}|\\\\ud83d\\\\ude0[0-9]){0,12}\"";
    let leaf = prop_oneof![
        number.prop_map(String::from),
        string.prop_map(String::from),
        Just("true".to_owned()),
        Just("false".to_owned()),
        Just("null".to_owned()),
    ];
    let name =
        prop_oneof![9 => string.prop_map(String::from), 1 => Just("\"_agentFeedback\"".to_owned())];
    let pad = (space, space).prop_map(|(a, b)| (a, b));
    let value = leaf.prop_recursive(5, 48, 6, move |inner| {
        let member = (name.clone(), pad.clone(), inner.clone(), pad.clone())
            .prop_map(|(n, (a, b), v, (c, d))| format!("{a}{n}{b}:{c}{v}{d}"));
        prop_oneof![
            (prop::collection::vec(inner, 0..5), pad.clone())
                .prop_map(|(items, (a, b))| format!("[{a}{}{b}]", items.join(","))),
            (prop::collection::vec(member, 0..5), space)
                .prop_map(|(members, a)| format!("{{{a}{}}}", members.join(","))),
        ]
    });
    (space, value, space).prop_map(|(a, value, b)| format!("{a}{value}{b}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_json_text_is_judged_as_by_serde_json(text in json_text()) {
        prop_assert_eq!(read_json(text.as_bytes()), by_serde(text.as_bytes()));
    }

    #[test]
    fn any_damaged_text_is_judged_as_by_serde_json(
        text in json_text(), at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>(),
    ) {
        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len());
        if cut { bytes.remove(at); } else { bytes[at] = byte; }
        prop_assert_eq!(read_json(&bytes), by_serde(&bytes));
    }

    #[test]
    fn removing_the_member_gives_back_the_exact_bytes(text in json_text()) {
        if let JsonText::Object { end, has_members } = read_json(text.as_bytes()) {
            let member = if has_members { r#","_agentFeedback":{"v":1}"# } else { r#""_agentFeedback":{"v":1}"# };
            let spliced = [&text[..end], member, &text[end..]].concat();
            let before: Value = serde_json::from_str(&text).unwrap();
            let mut after: Value = serde_json::from_str(&spliced).unwrap();
            prop_assert!(after.as_object_mut().unwrap().remove("_agentFeedback").is_some());
            prop_assert_eq!(after, before);
            prop_assert_eq!(spliced.replacen(member, "", 1), text);
        }
    }
}
