//! What holds for every body.

use std::sync::atomic::{AtomicUsize, Ordering};

use afp_runtime::repair::{MAX_ATTEMPTS, Strictness, read_json};
use proptest::prelude::*;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, json};

use super::types;

static READ: AtomicUsize = AtomicUsize::new(0);

/// Counts how often it is read.
#[derive(Debug)]
struct Counted<T> {
    _value: T,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Counted<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        READ.fetch_add(1, Ordering::Relaxed);
        T::deserialize(deserializer).map(|_value| Self { _value })
    }
}

fn merged(body: &str, suggestion: &str) -> String {
    let mut members: Map<String, serde_json::Value> =
        serde_json::from_str(body).unwrap_or_default();
    members.extend(serde_json::from_str::<Map<_, _>>(suggestion).unwrap());
    serde_json::to_string(&members).unwrap()
}

fn holds<T: serde::de::DeserializeOwned>(body: &str) -> Result<(), TestCaseError> {
    let plain = serde_json::from_str::<T>(body).is_ok();
    for strictness in [Strictness::Serde, Strictness::Full] {
        match read_json::<T>(body.as_bytes(), strictness) {
            Ok(_) => {}
            Err(diagnosis) => {
                let is_list = body.trim_start().starts_with('[');
                prop_assert!(
                    !plain || is_list || strictness == Strictness::Full,
                    "{body}"
                );
                if let Some(suggestion) = diagnosis.suggestion {
                    let merged = merged(body, suggestion.as_json());
                    prop_assert!(
                        read_json::<T>(merged.as_bytes(), strictness).is_ok(),
                        "{body} {merged}"
                    );
                }
            }
        }
    }
    Ok(())
}

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "productId",
        "product_id",
        "prodcutId",
        "side",
        "Side",
        "quantity",
        "quantty",
        "Quantity",
        "maxPricePerUnit",
        "max_price_per_unit",
        "customerId",
        "custmerId",
        "note",
        "dryRun",
        "dry_run",
        "type",
        "event",
        "data",
        "url",
        "durationMs",
        "duration_ms",
        "kind",
        "password",
        "",
    ])
    .prop_map(str::to_owned)
}

fn value() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|value| json!(value)),
        any::<i16>().prop_map(|value| json!(value)),
        (0u32..500).prop_map(|value| json!(f64::from(value))),
        (0u32..500).prop_map(|value| json!(value.to_string())),
        prop::sample::select(vec![
            "buy",
            "BUY",
            "sel",
            "",
            " 5 ",
            "true",
            "pageViewed",
            "PageViewed",
            "{\"a\":1}",
            "[1]",
            "x",
        ])
        .prop_map(|value| json!(value)),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(|list| json!(list)),
            prop::collection::vec((name(), inner), 0..5)
                .prop_map(|members| members.into_iter().collect::<Map<_, _>>().into()),
        ]
    })
}

fn order() -> impl Strategy<Value = serde_json::Value> {
    let members = [
        "productId",
        "side",
        "quantity",
        "maxPricePerUnit",
        "customerId",
    ];
    let right = |name: &str| match name {
        "side" => json!("buy"),
        "productId" | "customerId" => json!("x"),
        _ => json!(7),
    };
    let member = move |name: &'static str| {
        (
            prop_oneof![4 => Just(name.to_owned()), 2 => self::name()],
            prop_oneof![4 => Just(right(name)), 2 => value()],
        )
    };
    members
        .map(member)
        .to_vec()
        .prop_map(|members| members.into_iter().collect::<Map<_, _>>().into())
}

fn text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "{", "}", "[", "]", ",", ":", "\"", "'", "\\", "\"side\"", "\"buy\"", "side", "1", "-",
        "1e999", "\u{feff}", "```", "json", "\n", "//", "/*", "*/", "#", "\\ud800", "\\u00e9", "é",
        "null", "True",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_suggestion_always_makes_the_body_fit(body in prop_oneof![order(), value()]) {
        let body = body.to_string();
        holds::<types::Order>(&body)?;
        holds::<types::Event>(&body)?;
        holds::<types::Payment>(&body)?;
        holds::<types::Message>(&body)?;
        holds::<types::Listing>(&body)?;
        holds::<types::Drawing>(&body)?;
        holds::<Vec<types::Order>>(&body)?;
        holds::<serde_json::Value>(&body)?;
    }

    #[test]
    fn text_of_any_kind_is_told_or_taken(body in text()) {
        holds::<types::Order>(&body)?;
        holds::<serde_json::Value>(&body)?;
    }

    #[test]
    fn bytes_of_any_kind_are_told_or_taken(body in prop::collection::vec(any::<u8>(), 0..64)) {
        let read = read_json::<types::Order>(&body, Strictness::Serde);
        prop_assert!(read.is_err());
    }

    #[test]
    fn a_valid_body_is_never_touched(quantity in any::<u32>(), id in "\\PC{0,12}") {
        let order = json!({"productId": id, "side": "sell", "quantity": quantity, "maxPricePerUnit": 1, "customerId": id});
        let read = read_json::<types::Order>(order.to_string().as_bytes(), Strictness::Full);
        prop_assert_eq!(read.unwrap().product_id, id);
    }
}

/// Bodies of 100 kB that give the search the most to do.
#[test]
fn attempts_are_bounded() {
    let many_names: Vec<String> = (0..6000)
        .map(|n| format!("\"quantity{n}\":\"{n}\""))
        .collect();
    let many_near: Vec<String> = (0..6000)
        .map(|n| format!("\"quant{}ty\":{n}", n % 7))
        .collect();
    let many_wrong: Vec<String> = (0..30).map(|n| format!("\"x{n}\":[[\"1\"]]")).collect();
    for body in [
        format!("{{{}}}", many_names.join(",")),
        format!("{{{}}}", many_near.join(",")),
        format!("{{{}}}", many_wrong.join(",")),
        format!("{{\"quantity\":{}1{}}}", "[".repeat(100), "]".repeat(100)),
        format!("{{\"productId\":\"{}\"}}", "\\\\\\\"".repeat(12_000)),
        format!("{{\"side\":\"{}\"}}", "a".repeat(99_000)),
        "[".repeat(100_000),
        "{\"a\":".repeat(20_000),
        r#"{"product_id":1,"Side":"BUY ","Quantity":["2.0"],"max_price_per_unit":"7","customer_id":[["x"]],"dry_run":"True"}"#.to_owned(),
    ] {
        let attempts = attempts::<types::Order>(&body);
        assert!(attempts <= MAX_ATTEMPTS, "{attempts}");
    }
    let lines =
        |count: usize| vec![r#"{"SKU":1,"Quantity":"2","unit_price":"3.0"}"#; count].join(",");
    for count in [1, 5, 10, 20, 1000] {
        let body = format!(
            r#"{{"invoiceNumber":"1","paid":"true","lines":[{}]}}"#,
            lines(count)
        );
        let attempts = attempts::<types::Invoice>(&body);
        assert!(attempts <= MAX_ATTEMPTS, "{attempts}");
    }
}

fn attempts<T: serde::de::DeserializeOwned>(body: &str) -> usize {
    READ.store(0, Ordering::Relaxed);
    let started = std::time::Instant::now();
    let read = read_json::<Counted<T>>(body.as_bytes(), Strictness::Serde);
    let attempts = READ.load(Ordering::Relaxed);
    let is_repaired = read
        .err()
        .is_some_and(|diagnosis| diagnosis.suggestion.is_some());
    println!(
        "{} bytes: {attempts} attempts, {:?}, repaired: {is_repaired}",
        body.len(),
        started.elapsed()
    );
    attempts
}
