//! What is kept of a submission, and what counts as the same one.

use serde_json::{Value, json};

use super::exchange::{MINIMAL, Service, with};

#[tokio::test]
async fn no_piece_of_a_credential_is_kept_or_echoed() {
    let jwt = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJtYWRlLXVwIn0.";
    let texts = [
        (
            "authorization: bearer AAAA+BBBB/CCCC==",
            vec!["AAAA", "BBBB", "CCCC"],
        ),
        ("BEARER AAAA1+BBBB/CCCC==", vec!["AAAA1", "BBBB", "CCCC"]),
        ("Authorization: Basic dXNlcjpwYXNz", vec!["dXNlcjpwYXNz"]),
        (jwt, vec!["eyJhbGciOiJub25lIn0", "eyJzdWIiOiJtYWRlLXVwIn0"]),
    ];
    for (text, pieces) in texts {
        let sentence = format!("The call with {text} failed today.");
        let body = json!({"type": "bug", "goal": sentence, "message": sentence,
            "metadata": {"log": [sentence]}, "evidence": {"request": {"note": sentence}}});
        let service = Service::plain();
        let answer = service.post(body.to_string()).await;
        assert_eq!(answer.status, 202);
        let stored = service.only_feedback().await;
        for piece in pieces {
            assert!(!stored.to_string().contains(piece), "{stored}");
        }
        for kept in [
            &stored["goal"],
            &stored["metadata"]["log"][0],
            &stored["evidence"]["request"]["note"],
        ] {
            let kept = kept.as_str().expect("a text");
            assert!(
                kept.starts_with("The call with ") && kept.ends_with(" failed today."),
                "{kept}"
            );
        }
        let echo = service.post(json!({ (text): 1 }).to_string()).await.text();
        assert!(
            !echo.contains("BBBB") && !echo.contains("dXNlcjpwYXNz"),
            "{echo}"
        );
        assert!(!echo.contains("eyJzdWIi"), "{echo}");
    }
}

#[tokio::test]
async fn cards_go_and_other_numbers_stay() {
    let service = Service::plain();
    let id = service.post(MINIMAL).await.json()["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let kept = ["2018678836144587", "1790000000005", &id];
    let gone = [
        "4111111111111111",
        "4111 1111 1111 1111",
        "4111-1111-1111-1111",
        "378282246310005",
    ];
    let texts: Vec<&str> = kept.iter().chain(&gone).copied().collect();
    let body = json!({"type": "bug", "goal": texts.join(", "), "message": "m", "metadata": {"texts": texts}});
    assert_eq!(service.post(body.to_string()).await.status, 202);
    let stored: Value = serde_json::from_str(&service.records().await[0].feedback.json).unwrap();
    let mask = "[REDACTED]";
    let expected: Vec<&str> = kept.iter().copied().chain([mask; 4]).collect();
    assert_eq!(stored["metadata"]["texts"], json!(expected));
    assert_eq!(stored["goal"], expected.join(", "));
}

#[tokio::test]
async fn redaction_keeps_names_nesting_and_prose() {
    let body = json!({
        "type": "bug",
        "goal": "risk-on-with-trend-conflict-example",
        "message": "It ends in token=abc\\\"",
        "metadata": {"headers": {"Cookie": {"session": "abc"}, "Host": "h"}, "tail": "kept"},
    });
    let service = Service::plain();
    assert_eq!(service.post(body.to_string()).await.status, 202);
    assert_eq!(
        service.only_feedback().await,
        json!({
            "type": "bug",
            "goal": "risk-on-with-trend-conflict-example",
            "message": "It ends in token=[REDACTED]\\\"",
            "metadata": {"headers": {"Cookie": {"session": "[REDACTED]"}, "Host": "h"}, "tail": "kept"},
        })
    );
}

#[tokio::test]
async fn a_typo_is_named_and_metadata_is_open() {
    let service = Service::plain();
    let typo = service
        .post(r#"{"type":"bug","goal":"g","mesage":"m"}"#)
        .await;
    assert_eq!(typo.code(), "invalid_feedback");
    assert!(
        typo.paths().contains(&"mesage".to_owned()),
        "{:?}",
        typo.paths()
    );
    let extra = service.post(with(r#""mesage":"m""#)).await;
    assert_eq!(extra.paths(), ["mesage"]);
    let half = service
        .post(with(r#""agent":{"name":"a","frame":"f"}"#))
        .await;
    assert_eq!(half.paths(), ["agent.frame"]);
    let open = with(r#""metadata":{"anything":{"at":["all"]},"mesage":1}"#);
    assert_eq!(service.post(open).await.status, 202);
}

#[tokio::test]
async fn a_repeated_name_is_never_last_one_wins() {
    let service = Service::plain();
    for body in [
        r#"{"type":"bug","goal":"a","goal":"b","message":"m"}"#,
        r#"{"type":"bug","goal":"a","message":"m","metadata":{"goal":1,"goal":2}}"#,
    ] {
        let answer = service.post(body).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code().as_str()),
            (400, "invalid_json")
        );
        let message = answer.json()["error"]["message"].to_string();
        assert!(
            message.contains("goal") && message.contains("line 1, column"),
            "{message}"
        );
    }
    assert!(service.records().await.is_empty());
}

#[tokio::test]
async fn the_same_content_in_a_session_is_one_record() {
    let service = Service::plain();
    let first = with(r#""session_id":"s","metadata":{"a":1,"b":[true,null]}"#);
    let bodies = [
        first.clone(),
        r#"{"metadata":{"b":[true,null],"a":1},"session_id":"s","message":"It is 500.","goal":"Refund order 7","type":"bug"}"#.into(),
        first.replace("Refund", "\\u0052efund").replace(",", " ,\n "),
    ];
    let mut answers = Vec::new();
    for body in bodies {
        let answer = service.post(body).await;
        assert_eq!(answer.status, 202);
        answers.push(answer.json());
    }
    assert_eq!(answers[0]["id"], answers[1]["id"]);
    assert_eq!(answers[0], answers[2]);
    assert_eq!(service.records().await.len(), 1);
    assert_eq!(service.store.summary().await.unwrap().duplicates, 2);

    assert_eq!(
        service.post(first.replace("[true", "[false")).await.status,
        202
    );
    let empty = with(r#""session_id":"""#);
    for body in [MINIMAL, MINIMAL, &empty, &empty] {
        assert_eq!(service.post(body.to_owned()).await.status, 202);
    }
    assert_eq!(
        service.records().await.len(),
        6,
        "without a session nothing is a duplicate"
    );
}

#[tokio::test]
async fn fifty_problems_are_listed_and_the_rest_counted() {
    let names: String = (0..500).map(|n| format!(",\"unknown_{n}\":1")).collect();
    let body = format!("{}{names}}}", MINIMAL.trim_end_matches('}'));
    let answer = Service::plain().post(body).await;
    assert!(answer.bytes.len() <= 4096, "{} bytes", answer.bytes.len());
    let json = answer.json();
    let details = json["error"]["details"].as_array().expect("details");
    assert!(details.len() <= 51);
    let last = details.last().expect("one");
    assert_eq!(last["path"], "");
    assert_eq!(
        last["message"],
        format!("{} more problems", 500 - (details.len() - 1))
    );
}
