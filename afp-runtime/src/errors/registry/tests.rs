use crate::AgentError;
use crate::errors::hash::hash_code;
use crate::errors::{Registry, StarterError};

#[derive(Debug, thiserror::Error, AgentError)]
enum Inner {
    #[error("inner")]
    #[afp(status = 500, action = ReportBug, expected = "inner")]
    Deep,
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Left<'a> {
    #[error("left {0}")]
    #[afp(status = 404, action = NoActionPossible, expected = "left {0}")]
    Left(&'a str),
    #[error(transparent)]
    #[afp(transparent)]
    Inner(#[from] Inner),
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Right<T> {
    #[error("right {0}")]
    #[afp(status = 404, action = NoActionPossible, expected = "right {0}")]
    Right(T),
    #[error(transparent)]
    #[afp(transparent)]
    Inner(Box<Inner>),
}

const CONSTANT: Registry = registry![Left<'static>, Right<u8>, StarterError];
static STATIC: Registry = registry![StarterError, Right<u8>, Left<'static>];

#[test]
fn every_code_is_found_and_no_other() {
    assert_eq!(CONSTANT.len(), 13);
    for spec in CONSTANT.iter() {
        assert!(std::ptr::eq(CONSTANT.get(spec.code).unwrap(), spec));
    }
    for unknown in ["", "left", "LEFT ", "DEEPER"] {
        assert!(CONSTANT.get(unknown).is_none(), "{unknown}");
    }
}

#[test]
fn errors_come_enum_after_enum_and_an_enum_met_twice_once() {
    let codes: Vec<_> = CONSTANT.iter().map(|spec| spec.code).take(4).collect();
    assert_eq!(codes, ["LEFT", "DEEP", "RIGHT", "MISSING_FIELD"]);
    assert_eq!(CONSTANT.groups().len(), 4);
    assert!(CONSTANT.codes().is_sorted());
}

#[test]
fn the_order_of_enums_does_not_change_the_fingerprint() {
    assert_eq!(CONSTANT.fingerprint(), STATIC.fingerprint());
    assert_ne!(
        CONSTANT.fingerprint(),
        registry![StarterError].fingerprint()
    );
}

#[test]
fn an_empty_registry_has_nothing() {
    let empty = registry![];
    assert!(empty.is_empty());
    assert!(empty.get("LEFT").is_none());
    assert_eq!(empty.summary().total, 0);
}

#[test]
fn the_derive_and_the_registry_hash_alike() {
    for spec in CONSTANT.iter() {
        assert_eq!(spec.code_hash, hash_code(spec.code), "{}", spec.code);
    }
}

#[test]
fn an_error_of_a_delegated_enum_has_its_own_spec() {
    for error in [
        &Left::Inner(Inner::Deep) as &dyn AgentError,
        &Right::<u8>::Inner(Box::new(Inner::Deep)),
    ] {
        assert!(std::ptr::eq(error.spec(), CONSTANT.get("DEEP").unwrap()));
        assert_eq!(error.expected(), "inner");
    }
    assert_eq!(Left::Left("hand").expected(), "left hand");
    assert_eq!(Right::Right(7).expected(), "right 7");
}

#[test]
fn the_summary_serializes_as_the_catalogue_shows_it() {
    let json = serde_json::to_string(&registry![Inner, Left<'static>].summary()).unwrap();
    assert_eq!(
        json,
        r#"{"total":2,"retryable":0,"non_retryable":2,"by_action":{"report_bug":1,"no_action_possible":1}}"#
    );
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Wrap<E: AgentError + crate::AgentErrors> {
    #[error("own")]
    #[afp(status = 500, action = ReportBug, expected = "own")]
    Own,
    #[error(transparent)]
    #[afp(transparent)]
    Inner(E),
}

#[test]
fn instances_of_a_generic_enum_bring_what_each_delegates_to() {
    const BOTH: Registry = registry![Wrap<Inner>, Wrap<Left<'static>>];
    assert_eq!(BOTH.codes(), ["DEEP", "LEFT", "OWN"]);
    assert_eq!(registry![Wrap<Inner>].codes(), ["DEEP", "OWN"]);
    assert_eq!(Wrap::<Inner>::Own.spec().code, "OWN");
    assert_eq!(Wrap::Inner(Inner::Deep).spec().code, "DEEP");
}

macro_rules! diamonds {
    ($($outer:ident $inner:ident)*) => {$(
        #[derive(Debug, thiserror::Error, AgentError)]
        #[expect(dead_code, reason = "only its codes matter")]
        enum $outer {
            #[error(transparent)]
            #[afp(transparent)]
            A(#[from] $inner),
            #[error(transparent)]
            #[afp(transparent)]
            B(Box<$inner>),
        }
    )*};
}
diamonds! { D1 Inner D2 D1 D3 D2 D4 D3 D5 D4 D6 D5 D7 D6 D8 D7 }

#[test]
fn what_many_ways_lead_to_is_walked_once() {
    const DEEP: Registry = registry![D8];
    assert_eq!(DEEP.codes(), ["DEEP"]);
    assert_eq!(DEEP.groups().len(), 9);
}
