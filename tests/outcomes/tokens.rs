//! Tokens that must be refused, and what the verifier makes of them.

use std::sync::Arc;

use afp_runtime::{
    http::outcome::OutcomeCollector,
    outcome::{Endpoint, ProductKey, Signer},
    store::{MemoryOutcomes, OutcomeStore},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::support::{KEY, Served, serve};

const KEY_ID: &str = "0123456789abcdef0123456789abcdef";
const BODY: &[u8] = br#"{"outcome":"success","note":"worked as documented"}"#;

pub(crate) fn key() -> ProductKey {
    KEY.parse().unwrap()
}

pub(super) fn now() -> u64 {
    u64::try_from(Timestamp::now().as_second()).unwrap()
}

/// A good token for an interaction of its own.
pub(crate) fn good_token() -> String {
    let mut entropy = [0; 34];
    entropy[..16].copy_from_slice(uuid::Uuid::new_v4().as_bytes());
    Signer::new(&key()).sign(&entropy, now()).token().to_owned()
}

/// Signs anything, with any key, as the protocol says.
fn signed(key_id: &str, key: &str, payload: &[u8]) -> String {
    let input = format!("afr2_{key_id}.{}", URL_SAFE_NO_PAD.encode(payload));
    let mut mac = Hmac::<Sha256>::new_from_slice(&Sha256::digest(key)).unwrap();
    mac.update(input.as_bytes());
    format!(
        "{input}.{}",
        URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
    )
}

fn with_claims(claims: &Value) -> String {
    signed(KEY_ID, KEY, claims.to_string().as_bytes())
}

fn claims() -> Value {
    let id = uuid::Uuid::new_v4().to_string();
    json!({ "v": 1, "i": id, "iat": now(), "exp": now() + 7200, "n": "AQIDBAUGBwgJCgsMDQ4PEBES" })
}

fn changed(member: &str, value: Value) -> String {
    let mut claims = claims();
    claims[member] = value;
    with_claims(&claims)
}

/// Tokens whose parts are wrong.
fn damaged() -> Vec<String> {
    let good = good_token();
    let (input, signature) = good.rsplit_once('.').unwrap();
    let (head, payload) = input.split_once('.').unwrap();
    let last = signature.chars().last().unwrap();
    // The last of 43 characters holds two bits that mean nothing.
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let next = alphabet
        .chars()
        .nth(alphabet.find(last).unwrap() + 1)
        .unwrap();
    let mut tokens = vec![
        String::new(),
        ".".to_owned(),
        "..".to_owned(),
        "...".to_owned(),
        "afr2_".to_owned(),
        format!("{input}."),
        format!("{input}.{}", &signature[..1]),
        format!("{input}.{}", &signature[..42]),
        format!("{input}.{signature}A"),
        format!("{input}.{signature}={}", "A".repeat(21)),
        format!("{input}.{}", "A".repeat(65)),
        format!("{input}.{}", "A".repeat(43)),
        format!("{input}.{signature}="),
        format!("{input}.{}{next}", &signature[..42]),
        format!("{input}.{}", signature.replace('A', "+")) + "+",
        format!("{input}{signature}"),
        format!("{head}{payload}.{signature}"),
        format!("{good}."),
        format!(".{good}"),
        format!("{good}.{signature}"),
        format!("{head}..{signature}"),
        format!("{head}.{payload}=.{signature}"),
        format!("{head}.{payload}A.{signature}"),
        format!("{head}.{}.{signature}", &payload[..payload.len() - 1]),
        format!("{head}.{signature}.{payload}"),
        good.replacen("afr2_", "afr1_", 1),
        good.replacen("afr2_", "AFR2_", 1),
        good.replacen("afr2_", "", 1),
        good.replacen(KEY_ID, "fffffffffffffffffffffffffffffff0", 1),
        good.replacen(KEY_ID, &KEY_ID.to_uppercase(), 1),
        good.replacen(KEY_ID, &KEY_ID[1..], 1),
        good.to_uppercase(),
        good.chars().rev().collect(),
        good.replace('.', "%2E"),
        format!(" {good}"),
        format!("{good} {good}"),
        format!("{good},{good}"),
        "é".repeat(40),
        format!("{input}.{}é", &signature[..41]),
        KEY.to_owned(),
        "x".repeat(6000),
    ];
    // One character changed, all along the token.
    for at in (0..good.len()).step_by(11) {
        let mut bytes = good.clone().into_bytes();
        bytes[at] = if bytes[at] == b'x' { b'y' } else { b'x' };
        tokens.push(String::from_utf8(bytes).unwrap());
    }
    tokens
}

/// Tokens that are signed well and say what they must not.
fn well_signed_but_wrong() -> Vec<String> {
    let mut four = claims();
    four.as_object_mut().unwrap().remove("n");
    let mut six = claims();
    six["sub"] = json!("x");
    let twice = claims().to_string().replacen("{", "{\"v\":1,", 1);
    let padded = format!("{} x", claims());
    let wrong_key = KEY.replace("conformance", "conformances");
    vec![
        signed(KEY_ID, &wrong_key, claims().to_string().as_bytes()),
        signed(
            "fffffffffffffffffffffffffffffff0",
            KEY,
            claims().to_string().as_bytes(),
        ),
        signed(KEY_ID, KEY, b""),
        signed(KEY_ID, KEY, b"not json"),
        signed(KEY_ID, KEY, b"\xff\xfe"),
        signed(KEY_ID, KEY, b"[1]"),
        signed(KEY_ID, KEY, b"null"),
        signed(KEY_ID, KEY, twice.as_bytes()),
        signed(KEY_ID, KEY, padded.as_bytes()),
        with_claims(&four),
        with_claims(&six),
        changed("v", json!(2)),
        changed("v", json!("1")),
        changed("v", json!(1.0)),
        changed("i", json!("not-a-uuid")),
        changed("i", json!("018F1F2E-7B4A-7C12-9C8D-123456789ABC")),
        changed("i", json!("018f1f2e7b4a7c129c8d123456789abc")),
        changed("i", json!(7)),
        changed("n", json!("short")),
        changed("n", json!("x".repeat(129))),
        changed("n", json!("with spaces in it, and more")),
        changed("exp", json!(now())),
        changed("exp", json!(now() - 1)),
        changed("exp", json!(0)),
        changed("exp", json!(-1)),
        changed("exp", json!(now() + 3 * 3600)),
        changed("exp", json!(u64::MAX)),
        changed("iat", json!(now() + 86_400)),
        changed("iat", json!(now() + 7200)),
        changed("iat", json!(now() - 1)),
        changed("iat", json!(u64::MAX)),
        changed("iat", json!("now")),
        changed("iat", json!(null)),
    ]
}

async fn collector() -> Served {
    let store = Arc::new(MemoryOutcomes::new());
    store.add_product_key("orders", &key(), None).await.unwrap();
    let endpoint = Endpoint::new("https://collector.example").unwrap();
    serve(OutcomeCollector::new(store, &endpoint).router()).await
}

async fn post(served: &Served, authorization: &str) -> (u16, Value) {
    let headers = [
        ("content-type", "application/json"),
        ("authorization", authorization),
    ];
    let answer = served
        .request("POST", "/api/v2/outcomes", &headers, BODY)
        .await;
    (answer.status, answer.json())
}

#[tokio::test]
async fn every_altered_token_is_the_same_401() {
    let served = collector().await;
    let tokens: Vec<_> = damaged()
        .into_iter()
        .chain(well_signed_but_wrong())
        .collect();
    assert!(tokens.len() >= 60, "{}", tokens.len());
    let expected = json!({ "error": {
        "code": "invalid_capability",
        "message": "The capability is not valid, or has expired.",
    }});
    for token in tokens {
        let (status, body) = post(&served, &format!("Bearer {token}")).await;
        assert_eq!((status, &body), (401, &expected), "{token}");
    }
    for authorization in [
        "",
        "Bearer",
        "Basic dTpw",
        "bearer",
        &format!("Token {}", good_token()),
    ] {
        assert_eq!(
            post(&served, authorization).await,
            (401, expected.clone()),
            "{authorization}"
        );
    }
    let (status, body) = post(&served, &format!("Bearer {}", good_token())).await;
    assert_eq!(
        (status, &body["accepted"]),
        (200, &json!(true)),
        "a good token still works"
    );
}

#[tokio::test]
async fn a_clock_may_run_ahead_by_five_minutes() {
    let served = collector().await;
    let mut ahead = claims();
    ahead["iat"] = json!(now() + 290);
    ahead["exp"] = json!(now() + 290 + 7200);
    let (status, _) = post(&served, &format!("Bearer {}", with_claims(&ahead))).await;
    assert_eq!(status, 200);
}

#[tokio::test]
async fn a_token_is_checked_before_the_body() {
    let served = collector().await;
    let headers = [
        ("authorization", "Bearer x"),
        ("content-type", "text/plain"),
    ];
    let answer = served
        .request("POST", "/api/v2/outcomes", &headers, &[b'x'; 20_000])
        .await;
    assert_eq!(answer.status, 401);
}
