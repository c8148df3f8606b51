use super::*;
use crate::feedback::json::read;

fn redacted(json: &str) -> String {
    let mut value = read(json.as_bytes()).unwrap();
    Redactor::new()
        .key(ServiceKey::new(&[1; 32]))
        .value(&mut value);
    value.to_string()
}

fn submission(json: &str) -> String {
    let submission = Submission::read(json.as_bytes()).unwrap();
    let redactor = Redactor::new().key(ServiceKey::new(&[1; 32]));
    redactor.submission(submission).value().to_string()
}

#[test]
fn sensitive_members_lose_their_values_and_keep_their_shape() {
    let json =
        r#"{"headers":{"Cookie":{"session":"abc","n":[1,true,null]},"Host":"h"},"tail":"kept"}"#;
    let expected = r#"{"headers":{"Cookie":{"session":"[REDACTED]","n":["[REDACTED]","[REDACTED]",null]},"Host":"h"},"tail":"kept"}"#;
    assert_eq!(redacted(json), expected);
}

#[test]
fn names_and_values_side_by_side_belong_together() {
    let json =
        r#"[{"name":"Authorization","value":"abc"},["Cookie","a"],{"name":"Accept","value":"b"}]"#;
    let expected = r#"[{"name":"Authorization","value":"[REDACTED]"},["Cookie","[REDACTED]"],{"name":"Accept","value":"b"}]"#;
    assert_eq!(redacted(json), expected);
}

#[test]
fn a_secret_in_a_name_goes_and_names_stay_unique() {
    let json = r#"{"ada@example.com":1,"bob@example.com":2,"[REDACTED]":3,"n":4}"#;
    let clean = redacted(json);
    assert!(!clean.contains("example.com"), "{clean}");
    assert_eq!(read(clean.as_bytes()).unwrap().members().unwrap().len(), 4);
}

#[test]
fn numbers_that_are_cards_go() {
    let json = r#"{"a":4111111111111111,"b":2018678836144587,"c":4.111111111111111}"#;
    let expected = r#"{"a":"[REDACTED]","b":2018678836144587,"c":4.111111111111111}"#;
    assert_eq!(redacted(json), expected);
}

#[test]
fn no_value_grows_past_its_limit() {
    let secrets = "a@b.co ".repeat(142);
    let json = format!(
        r#"{{"type":"bug","goal":"{secrets}","message":"é{}"}}"#,
        "é a@b.co".repeat(499)
    );
    let clean = submission(&json);
    let value: serde_json::Value = serde_json::from_str(&clean).unwrap();
    assert_eq!(value["goal"].as_str().unwrap().chars().count(), 1000);
    assert_eq!(value["message"].as_str().unwrap().chars().count(), 4000);
    assert!(!clean.contains("b.co"));
}

#[test]
fn identifiers_that_held_secrets_stay_apart() {
    let with = |session: &str| {
        let json = format!(r#"{{"type":"bug","goal":"g","message":"m","session_id":"{session}"}}"#);
        let value: serde_json::Value = serde_json::from_str(&submission(&json)).unwrap();
        value["session_id"].as_str().unwrap().to_owned()
    };
    let (first, second) = (with("Bearer abc123def456"), with("Bearer abc123def457"));
    assert_ne!(first, second);
    assert!(
        !first.contains("123") || first.starts_with("redacted-"),
        "{first}"
    );
    assert_eq!(with("task-7"), "task-7");
}

#[test]
fn words_of_the_protocol_and_names_of_secrets_stay() {
    let json = r#"{"type":"bug","goal":"g","message":"m","method":"GET","outcome":"blocked","spec_version":"0.1","workaround":true,"evidence":{"status_code":401,"request":{"password":"x","page":2},"response_excerpt":"{\"token\":\"abc\"}"},"metadata":{"api_key":7,"max_tokens":5}}"#;
    let expected = json
        .replace(r#""password":"x""#, r#""password":"[REDACTED]""#)
        .replace(r#"\"abc\""#, r#"\"[REDACTED]\""#)
        .replace(r#""api_key":7"#, r#""api_key":"[REDACTED]""#);
    assert_eq!(submission(json), expected);
}

#[test]
fn e_mail_addresses_can_stay() {
    let text = "ada@example.com sent token=abc123";
    let kept = Redactor::new().emails(false).text(text).into_owned();
    assert_eq!(kept, "ada@example.com sent token=[REDACTED]");
}

/// Tokens in lower-case letters alone, or with their first digit late.
#[test]
fn a_vendor_token_needs_no_capitals() {
    for token in [
        "glpat-abcdefghijklmnopqrst",
        "glpat-abcdefghij1234567890",
        "GOCSPX-abcdefghijklmnopqrstuvwxyzab",
        "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",
    ] {
        assert_eq!(
            redacted(&format!("[\"see {token} here\"]")),
            r#"["see [REDACTED] here"]"#
        );
    }
    let harmless = r#"["an xapp-style-of-names stays"]"#;
    assert_eq!(redacted(harmless), harmless);
}

/// Values on the next line are looked for within bounds, whatever stands there.
#[test]
fn many_names_without_a_value_take_linear_time() {
    for unit in [
        "password:\n",
        "password:\n\n\n\n",
        "password:\n\"a b",
        "password:\n```",
        "password:\\n",
        "token is:\n'",
        "password: str =",
    ] {
        let time = |count: usize| {
            let text = unit.repeat(count);
            let started = std::time::Instant::now();
            let clean = Redactor::new().text(&text).len();
            (started.elapsed(), clean)
        };
        let (short, _) = time(2_000);
        let (long, _) = time(40_000);
        let most = short * 20 * 10 + std::time::Duration::from_millis(20);
        assert!(long < most, "{unit:?}: {short:?}, then {long:?}");
    }
}
