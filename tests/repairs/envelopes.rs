//! What agents read when a request does not fit, as they read it.

use super::*;

/// Body and answer, one pair a paragraph.
async fn transcript<T: DeserializeOwned + Send + 'static>(bodies: &[&str]) -> String {
    let app = afp().strict_json(true).install(taking::<T>());
    let mut transcript = String::new();
    for body in bodies {
        let answer = send(&app, json_request((*body).to_owned())).await;
        let status = answer.status();
        let bytes = answer.into_body().collect().await.unwrap().to_bytes();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        transcript.push_str(&format!("{body}\n{status}\n{text}\n\n"));
    }
    transcript
}

#[tokio::test]
async fn an_order_that_does_not_fit() {
    let transcript = transcript::<types::Order>(&[
        r#"{"product_id":"w","Side":"BUY","quantity":"2","maxPricePerUnit":606.0,"customerId":"c"}"#,
        r#"{"productId":"w","side":"hold","quantity":2,"maxPricePerUnit":606,"customerId":"c"}"#,
        r#"{"productId":"w","side":"buy","quantity":"many","maxPricePerUnit":-1}"#,
        r#"{"productId":"w","side":"BUY","quantity":2,"maxPricePerUnit":606,"customerId":"c"}"#,
        r#"{"productId":"w","side":"buy","quantity":2,"maxPricePerUnit":606}"#,
        r#"{"productId":"w","side":"buy","quantity":2,"maxPricePerUnit":606,"customerId":"c","currency":"EUR"}"#,
        r#"{"productId":"w","side":"buy","quantity":2,"quantity":3,"maxPricePerUnit":606,"customerId":"c"}"#,
        r#"[{"productId":"w","side":"buy","quantity":2,"maxPricePerUnit":606,"customerId":"c"}]"#,
        "null",
        "",
        r#"{"productId": "w", "side": "buy", "quantity": 2, "maxPricePerUnit": 606, "customerId": "c",}"#,
        r#"{"productId": "w" "side": "buy"}"#,
    ])
    .await;
    insta::assert_snapshot!(transcript);
}

#[tokio::test]
async fn nested_and_hidden_members_that_do_not_fit() {
    let payments = transcript::<types::Payment>(&[
        r#"{"amount_cents":1,"currency":"EUR","method":{"type":"bank_transfer","holder":"A","branch":"7"}}"#,
        r#"{"amount_cents":1,"currency":"EUR","method":{"type":"wallet","holder":"A"}}"#,
        r#"{"amount_cents":1,"currency":"EUR","method":{"holder":"A"}}"#,
    ])
    .await;
    let searches = transcript::<types::SearchRequest>(&[
        r#"{"query":"q","limit":1,"filters":[{"field":"f","operator":"equals","value":1},{"field":"f","operator":"<","value":[1]}]}"#,
    ])
    .await;
    let meetings = transcript::<types::Meeting>(&[
        r#"{"meetingId":"1","date":"1.2.2026","startsAt":"9","link":"/x","attendees":["a"],"durationMinutes":1,"room":"3.12"}"#,
    ])
    .await;
    insta::assert_snapshot!([payments, searches, meetings].concat());
}

#[tokio::test]
async fn whole_numbers_beyond_64_bits_are_shown_as_they_were_sent() {
    let app = afp().install(taking::<types::Order>());
    for sent in [
        "18446744073709551616",
        "-9223372036854775809",
        "340282366920938463463374607431768211456",
    ] {
        let body = format!(
            r#"{{"productId":"w","side":"buy","quantity":2,"maxPricePerUnit":{sent},"customerId":"c"}}"#
        );
        let answer = send(&app, json_request(body)).await;
        assert_eq!(answer.status(), 400);
        let bytes = answer.into_body().collect().await.unwrap().to_bytes();
        let envelope: Value = serde_json::from_slice(&bytes).unwrap();
        let feedback = &envelope["feedback"];
        assert_eq!(feedback["current"]["maxPricePerUnit"], sent, "{feedback}");
        assert_eq!(feedback["details"][0]["got"], sent, "{feedback}");
    }
}
