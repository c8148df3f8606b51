//! Where serde hides what a type wants: less is said there, nothing wrong.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use afp_runtime::repair::{Diagnosis, Fault, Strictness, read_json};
use serde::Deserialize;
use serde::de::DeserializeOwned;

fn told<T: DeserializeOwned>(body: &str) -> Box<Diagnosis> {
    match read_json::<T>(body.as_bytes(), Strictness::Serde) {
        Ok(_) => panic!("{body} is accepted"),
        Err(diagnosis) => diagnosis,
    }
}

fn suggested<T: DeserializeOwned>(body: &str) -> Option<String> {
    told::<T>(body).suggestion.map(|it| it.as_json().to_owned())
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only read")]
struct Flat {
    name: String,
    #[serde(flatten)]
    size: Size,
    #[serde(flatten)]
    rest: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only read")]
struct Size {
    width: u32,
    height: u32,
}

#[test]
fn flattened_members_are_found_by_their_values() {
    assert_eq!(
        suggested::<Flat>(r#"{"name":"a","width":"3","height":3,"note":"3"}"#).as_deref(),
        Some(r#"{"width":3}"#),
    );
    let told = told::<Flat>(r#"{"name":"a","width":3}"#);
    assert!(matches!(told.fault, Fault::Missing { path, .. } if path == "height"));
    // The rest takes every string: nobody knows that `heigth` is unknown.
    assert_eq!(
        suggested::<Flat>(r#"{"name":"a","width":3,"heigth":"x"}"#),
        None
    );
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[expect(dead_code, reason = "only read")]
enum Tagged {
    Point {
        lat: f64,
        long: f64,
    },
    Line {
        points: Vec<u32>,
        label: Option<String>,
    },
}

#[test]
fn internally_tagged_enums_are_repaired_where_the_place_is_sure() {
    assert_eq!(
        suggested::<Tagged>(r#"{"kind":"Point","lat":"1.5","long":2}"#).as_deref(),
        Some(r#"{"kind":"point","lat":1.5}"#),
    );
    assert_eq!(
        suggested::<Tagged>(r#"{"kind":"line","Points":[1],"label":"x"}"#).as_deref(),
        Some(r#"{"points":[1],"Points":null}"#),
    );
    assert_eq!(
        suggested::<Tagged>(r#"{"kind":"line","points":[1,"2"],"label":null}"#).as_deref(),
        Some(r#"{"points":[1,2]}"#),
    );
    assert_eq!(suggested::<Tagged>(r#"{"kind":"circle","lat":1}"#), None);
    assert_eq!(suggested::<Tagged>(r#"{"lat":1,"long":2}"#), None);
}

#[derive(Deserialize)]
#[serde(untagged)]
#[expect(dead_code, reason = "only read")]
enum Either {
    ById { id: u64 },
    ByName { name: String, first: bool },
}

#[test]
fn untagged_enums_are_repaired_where_one_change_alone_helps() {
    assert_eq!(
        suggested::<Either>(r#"{"id":"7"}"#).as_deref(),
        Some(r#"{"id":7}"#)
    );
    assert_eq!(
        suggested::<Either>(r#"{"name":7,"first":true}"#).as_deref(),
        Some(r#"{"name":"7"}"#),
    );
    // Two readings.
    assert_eq!(
        suggested::<Either>(r#"{"id":"7","name":"x","first":"true"}"#),
        None
    );
}

#[test]
fn names_of_one_member_are_one_name() {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Aliased {
        #[serde(alias = "userId", alias = "uid")]
        user_id: u64,
    }
    let suggestion = suggested::<Aliased>(r#"{"UserID":7}"#).unwrap();
    assert!(
        matches!(
            &*suggestion,
            r#"{"user_id":7,"UserID":null}"# | r#"{"userId":7,"UserID":null}"#
        ),
        "{suggestion}"
    );
}

#[test]
fn two_that_are_equally_near_are_left_alone() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Lines {
        line: Option<u8>,
        lines: Option<u8>,
        liners: Option<u8>,
    }
    assert_eq!(
        suggested::<Lines>(r#"{"Line":1}"#).as_deref(),
        Some(r#"{"line":1,"Line":null}"#)
    );
    assert_eq!(suggested::<Lines>(r#"{"linee":1}"#), None);

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only read")]
    struct One {
        quantity: u8,
    }
    assert_eq!(suggested::<One>(r#"{"quantty":1,"quantiy":2}"#), None);
    assert_eq!(suggested::<One>(r#"{"Quantity":1,"QUANTITY":2}"#), None);
}

#[test]
fn wide_and_odd_types_are_read_as_serde_json_reads_them() {
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only read")]
    struct Odd {
        wide: u128,
        text: Cow<'static, str>,
        letter: char,
        by_number: HashMap<u16, bool>,
        unit: (),
        raw: Box<serde_json::value::RawValue>,
        n: i8,
    }
    let good = r#"{"wide":340282366920938463463374607431768211455,"text":"a\nb","letter":"x","by_number":{"7":true},"unit":null,"raw":{"a": [1, 2]},"n":-1}"#;
    assert!(read_json::<Odd>(good.as_bytes(), Strictness::Full).is_ok());
    assert_eq!(
        suggested::<Odd>(&good.replace("3402", "\"3402").replace("455", "455\"")).as_deref(),
        Some(r#"{"wide":340282366920938463463374607431768211455}"#),
    );
    assert_eq!(
        suggested::<Odd>(&good.replace("\"x\"", "5")).as_deref(),
        Some(r#"{"letter":"5"}"#),
    );
    assert_eq!(suggested::<Odd>(&good.replace("\"7\"", "\"seven\"")), None);
    assert_eq!(suggested::<Odd>(&good.replace("-1", "-129")), None);
}

#[test]
fn large_numbers_keep_their_digits() {
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only read")]
    struct Account {
        number: String,
        other: serde_json::Value,
        ok: bool,
    }
    assert_eq!(
        suggested::<Account>(r#"{"number":123456789012345678901234567890,"other":1,"ok":true}"#)
            .as_deref(),
        Some(r#"{"number":"123456789012345678901234567890"}"#),
    );
    let body = "{number: 12, other: 123456789012345678901234567890, ok: true}";
    assert!(
        suggested::<Account>(body)
            .unwrap()
            .contains("123456789012345678901234567890")
    );
}

#[test]
fn a_panicking_type_refuses() {
    #[derive(Debug)]
    struct Panics;
    impl<'de> Deserialize<'de> for Panics {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let text = String::deserialize(deserializer)?;
            assert!(!text.is_empty() && text != "a", "an invented value");
            Err(serde::de::Error::custom("no"))
        }
    }
    assert!(told::<Panics>("\"x\"").suggestion.is_none());
}

#[test]
fn all_errors_that_can_be_found_are_told() {
    let told = told::<super::types::Order>(
        r#"{"productId":1.5,"side":"hold","quantity":"many","maxPricePerUnit":-1,"extra":1}"#,
    );
    let paths: Vec<&str> = told.details.iter().map(|detail| &*detail.path).collect();
    assert_eq!(
        paths,
        [
            "productId",
            "side",
            "quantity",
            "maxPricePerUnit",
            "extra",
            "customerId"
        ]
    );
    assert!(told.suggestion.is_none());
}

#[test]
fn a_null_takes_only_unknown_top_level_members_away() {
    use super::types::Order;
    let good = r#"{"productId":"a","side":"buy","quantity":1,"maxPricePerUnit":1,"customerId":"c""#;
    let read = |rest: &str| {
        read_json::<Order>(format!("{good}{rest}").as_bytes(), Strictness::Full).is_ok()
    };
    assert!(read("}"));
    assert!(read(r#","qty":null}"#));
    assert!(read(r#","qty":null,"x":null}"#));
    assert!(!read(r#","qty":0}"#));
    assert!(!read(r#","qty":null,"x":1}"#));
    assert!(!read(r#","qty":null,"qty":null}"#));
}

/// What is wanted, by path.
fn wanted<T: DeserializeOwned>(body: &str) -> Vec<(String, String)> {
    let details = told::<T>(body).details.into_iter();
    details
        .map(|detail| (detail.path, detail.expected))
        .collect()
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |&(path, wanted): &(&str, &str)| (path.to_owned(), wanted.to_owned());
    pairs.iter().map(owned).collect()
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only read")]
struct Paged {
    name: String,
    #[serde(flatten)]
    page: Page,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only read")]
struct Page {
    page_size: u8,
    cursor: String,
}

const U8: &str = "an integer from 0 to 255";

#[test]
fn flattened_members_are_asked_for_by_their_own_type() {
    assert_eq!(
        wanted::<Paged>(r#"{"name":"a","page_size":3}"#),
        pairs(&[("cursor", "a string")]),
    );
    assert_eq!(
        wanted::<Paged>(r#"{"name":"a"}"#),
        pairs(&[("page_size", U8), ("cursor", "a string")]),
    );
    assert_eq!(
        wanted::<Paged>(r#"{"name":"a","page_size":{},"cursor":"x"}"#),
        pairs(&[("page_size", U8)]),
    );
    assert_eq!(
        wanted::<Paged>(r#"{"name":"a","page_size":-3,"cursor":"x"}"#),
        pairs(&[("page_size", U8)]),
    );
}

#[test]
fn members_of_tagged_variants_are_asked_for_by_their_own_type() {
    #[derive(Deserialize)]
    #[serde(tag = "type", rename_all = "lowercase")]
    #[expect(dead_code, reason = "only read")]
    enum Inner {
        Line {
            from: u8,
            label: String,
            last: bool,
            inner: Page,
        },
    }
    assert_eq!(
        wanted::<Inner>(
            r#"{"type":"line","from":1,"last":true,"inner":{"page_size":1,"cursor":"x"}}"#
        ),
        pairs(&[("label", "a string")]),
    );
    assert_eq!(
        wanted::<Inner>(
            r#"{"type":"line","from":1,"label":"a","last":true,"inner":{"page_size":1}}"#
        ),
        pairs(&[("inner.cursor", "a string")]),
    );
    // The `1` that is no boolean may be any of the three.
    assert_eq!(
        wanted::<Inner>(
            r#"{"type":"line","from":1,"label":"a","last":1,"inner":{"page_size":1,"cursor":"x"}}"#
        )[0],
        (
            String::new(),
            "a valid value (a boolean, not a number, somewhere in it)".to_owned(),
        ),
    );
}

#[test]
fn no_word_of_rust_is_told() {
    #[derive(Deserialize)]
    #[serde(tag = "type", content = "data", rename_all = "lowercase")]
    #[expect(dead_code, reason = "only read")]
    enum Adj {
        Created { id: u32 },
        Moved(u8, u8),
    }
    #[derive(Deserialize)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only read")]
    enum Un {
        Number(u32),
        Pair { id: u32 },
    }
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only read")]
    struct Pair(u8, u8);
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    #[expect(dead_code, reason = "only read")]
    enum Outer {
        Plain,
        Full { id: u32 },
    }
    assert_eq!(
        wanted::<Adj>(r#"{"type":"created"}"#),
        pairs(&[("data", "an object")]),
    );
    assert_eq!(
        wanted::<Adj>(r#"{"type":"created","data":3}"#),
        pairs(&[("data", "an object")]),
    );
    assert_eq!(
        wanted::<Adj>(r#"{"type":"moved","data":[1]}"#),
        pairs(&[("data", "an array of 2 elements")]),
    );
    assert_eq!(
        wanted::<Un>(r#""x""#),
        pairs(&[("", "a valid value (none of the accepted forms fits)")]),
    );
    assert_eq!(
        wanted::<Pair>("[1]"),
        pairs(&[("", "an array of 2 elements")]),
    );
    assert_eq!(
        wanted::<std::num::NonZeroU8>("0"),
        pairs(&[("", "an integer from 1 to 255")]),
    );
    assert_eq!(
        wanted::<Outer>(r#""full""#),
        pairs(&[(
            "",
            "an object with the variant's name as its only member and the content as its value"
        )]),
    );
    assert_eq!(
        wanted::<HashMap<u16, u8>>(r#"{"a":1}"#),
        pairs(&[("a", "a member name that is an integer from 0 to 65535")]),
    );
}
