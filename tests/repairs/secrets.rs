//! Nothing under a member that looks like a credential's is in any part of an answer.

use std::collections::BTreeMap;

use super::*;

const SECRET: &str = "hunter2-s3cr3t";

async fn answer<T: DeserializeOwned + Send + 'static>(body: &str) -> Value {
    let answer = refused(
        &afp().install(taking::<T>()),
        body.replace("SECRET", SECRET),
    )
    .await;
    assert!(!answer.to_string().contains("hunter2"), "{answer}");
    assert!(!answer.to_string().contains("s3cr3t"), "{answer}");
    answer
}

#[tokio::test]
async fn a_suggestion_that_would_show_a_credential_is_null() {
    for body in [
        // The credential itself is wrong, misnamed or in the way.
        r#"{"username":"a","password":["SECRET"],"email":"e","accept_terms":true}"#,
        r#"{"username":"a","Password":"SECRET","email":"e","accept_terms":true}"#,
        r#"{"username":"a","pasword":"SECRET","email":"e","accept_terms":true}"#,
        r#"{"username":"a","password":"SECRET","email":"e","accept_terms":true,}"#,
        r#"{"username":"a","password":"b","email":"e","accept_terms":true,"profile":{"displayName":"d","api_key":"SECRET"}}"#,
        r#"{"username":"a","password":"b","email":"e","accept_terms":true,"profile":{"display_name":"d","api_key":{"x":"SECRET"}}}"#,
        r#"{"username":"a","password":"b","email":"e","accept_terms":true,"profile":{"display_name":"d","API-Key":"SECRET"}}"#,
        r#"{'username':'a','password':'SECRET','email':'e','accept_terms':True}"#,
        // It is not even known that this is one.
        r#"{"username":"a","password: "SECRET","email":"e"}"#,
        r#"{"username":"a","password":SECRET}"#,
    ] {
        let answer = answer::<types::Signup>(body).await;
        assert_eq!(answer["feedback"]["suggestion"], Value::Null, "{body}");
        assert_eq!(answer["feedback"]["retryable"], false);
    }
}

#[tokio::test]
async fn other_members_are_repaired_beside_a_credential() {
    let body = r#"{"username":"a","password":"SECRET","email":"e","acceptTerms":"true"}"#;
    let answer = answer::<types::Signup>(body).await;
    let expected = serde_json::json!({"accept_terms": true, "acceptTerms": null});
    assert_eq!(answer["feedback"]["suggestion"], expected);
}

#[tokio::test]
async fn messages_of_types_do_not_repeat_credentials() {
    #[derive(serde::Deserialize)]
    #[serde(try_from = "String")]
    #[expect(dead_code, reason = "only read")]
    struct Chatty(String);
    impl TryFrom<String> for Chatty {
        type Error = String;
        fn try_from(text: String) -> Result<Self, String> {
            Err(format!("cannot use {text}"))
        }
    }
    #[derive(serde::Deserialize)]
    #[expect(dead_code, reason = "only read")]
    struct Login {
        api_token: Chatty,
    }
    answer::<Login>(r#"{"api_token":"SECRET"}"#).await;
    answer::<BTreeMap<String, Chatty>>(r#"{"x-api-key":"SECRET"}"#).await;

    #[derive(serde::Deserialize)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only read")]
    enum Either {
        A { secret: u8, a: u8 },
        B { secret: u8, b: u8 },
    }
    answer::<Either>(r#"{"secret":"SECRET","a":"x"}"#).await;

    #[derive(serde::Deserialize)]
    #[serde(tag = "type")]
    #[expect(dead_code, reason = "only read")]
    enum Tagged {
        Key { token: u64, n: u64 },
    }
    answer::<Tagged>(r#"{"type":"Key","token":"SECRET","n":1}"#).await;
}

#[tokio::test]
async fn the_offending_value_is_cut() {
    let long = "x".repeat(5000);
    let body = format!(r#"{{"account":"{long}","period":"p","counters":{{}}}}"#);
    let answer = refused(&afp().install(taking::<types::Usage>()), body).await;
    let echo = answer["feedback"]["current"]["account"].as_str().unwrap();
    assert_eq!(echo.chars().count(), 257);
    assert!(answer.to_string().len() < 2000);
}
