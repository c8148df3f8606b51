//! Strict JSON (RFC 8259, and I-JSON's rules of RFC 7493 §2 on names, text and numbers).

mod flaw;
mod member_names;
mod scanner;

pub use self::flaw::{Flaw, Reason};
use self::scanner::Scanner;

/// How deep lists and objects may nest; the same limit as `serde_json`'s.
pub const MAX_DEPTH: usize = 128;

/// Checks that `bytes` are one strict JSON document.
///
/// Stricter than `serde_json`: no object has two members of the same name, not even below a
/// member that the type ignores; no string holds a lone surrogate; no number is beyond the range
/// of a 64-bit float. One pass without recursion; it allocates a word for each open member name.
///
/// # Errors
/// The first [`Flaw`], with its place.
///
/// ```
/// use afp_runtime::repair::{Reason, check_strict};
///
/// assert!(check_strict(br#"{"a": {"b": 1}, "b": 2}"#).is_ok());
/// let flaw = check_strict(b"{\"a\": 1,\n \"a\": 2}").unwrap_err();
/// assert_eq!((flaw.line, flaw.column), (2, 2));
/// assert_eq!(flaw.reason, Reason::DuplicateMember { name: "a".to_owned() });
/// ```
pub fn check_strict(bytes: &[u8]) -> Result<(), Flaw> {
    Scanner::new(bytes, true).document()
}

/// Checks the grammar alone: what `serde_json` refuses for any type.
pub(super) fn check_grammar(bytes: &[u8]) -> Result<(), Flaw> {
    Scanner::new(bytes, false).document()
}

/// The length of the number at the start of `bytes`, by the grammar of JSON.
pub(super) fn number_length(bytes: &[u8]) -> Option<usize> {
    let digits = |from: usize| {
        let run = bytes.get(from..)?.iter();
        let run = run.take_while(|byte| byte.is_ascii_digit()).count();
        (run > 0).then_some(run)
    };
    let mut at = usize::from(bytes.first() == Some(&b'-'));
    let whole = digits(at)?;
    if whole > 1 && bytes[at] == b'0' {
        return None;
    }
    at += whole;
    if bytes.get(at) == Some(&b'.') {
        at += 1 + digits(at + 1)?;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1 + usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        at += digits(at)?;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::{Reason, check_grammar, check_strict};
    use proptest::prelude::*;

    fn reason(text: &str) -> Reason {
        check_strict(text.as_bytes()).unwrap_err().reason
    }

    #[test]
    fn json_passes() {
        for text in [
            "{\"a\":1}\n",
            r#"{"a":"\ud83d\ude00"}"#,
            "[]",
            "{}",
            " [ { } , [ ] , -0.5e-7 , \"\" , null , true , false ] ",
            r#"{"a":{"a":1},"b":[{"a":1},{"a":1}]}"#,
            "1e308",
        ] {
            assert_eq!(check_strict(text.as_bytes()), Ok(()), "{text}");
        }
    }

    #[test]
    fn each_flaw_has_a_reason() {
        assert_eq!(reason(""), Reason::Empty);
        assert_eq!(reason("{"), Reason::UnexpectedEnd);
        assert_eq!(reason("{\"a\":1} x"), Reason::TextAfterTheDocument);
        assert_eq!(reason("{\"a\":1}{\"b\":2}"), Reason::TextAfterTheDocument);
        assert_eq!(reason("{\"a\":\"\\ud800\"}"), Reason::LoneSurrogate);
        assert_eq!(reason("\"\\udc00\\ud800\""), Reason::LoneSurrogate);
        assert_eq!(reason(&"[".repeat(200)), Reason::TooDeep);
        assert_eq!(reason("[1e999]"), Reason::NumberOutOfRange);
        assert_eq!(reason(&"9".repeat(400)), Reason::NumberOutOfRange);
        assert_eq!(reason("[01]"), Reason::Number);
        assert_eq!(reason("[1,]"), Reason::Value);
        assert_eq!(reason("{a:1}"), Reason::MemberName);
        assert_eq!(reason("{\"a\":1,}"), Reason::MemberName);
        assert_eq!(reason("{\"a\" 1}"), Reason::Colon);
        assert_eq!(reason("{\"a\":1 \"b\":2}"), Reason::CommaOrEnd);
        assert_eq!(reason("[1}"), Reason::CommaOrEnd);
        assert_eq!(reason("\"\n\""), Reason::ControlCharacter);
        assert_eq!(reason("\"\\x\""), Reason::Escape);
        assert_eq!(
            check_strict(b"{\"a\":\"\xff\"}").unwrap_err().reason,
            Reason::NotUtf8
        );
    }

    #[test]
    fn members_are_compared_as_the_text_they_stand_for() {
        let duplicate = |name: &str| Reason::DuplicateMember { name: name.into() };
        assert_eq!(reason(r#"{"a":1,"\u0061":2}"#), duplicate("a"));
        assert_eq!(reason(r#"[{"x":{"deep":1,"deep":2}}]"#), duplicate("deep"));
        let mut many: Vec<String> = (0..10_000).map(|n| format!("\"m{n}\":{n}")).collect();
        assert!(check_strict(format!("{{{}}}", many.join(",")).as_bytes()).is_ok());
        many.push("\"m\\u0035\":0".to_owned());
        assert_eq!(reason(&format!("{{{}}}", many.join(","))), duplicate("m5"));
    }

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let flaw = check_strict("{\"é\": 1,\n  \"ü\": x}".as_bytes()).unwrap_err();
        assert_eq!((flaw.line, flaw.column), (2, 8));
    }

    fn json_like() -> impl Strategy<Value = String> {
        let piece = prop::sample::select(vec![
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"a\"",
            "\"b\"",
            "1",
            "-",
            ".",
            "e5",
            "true",
            "null",
            " ",
            "\n",
            "\\",
            "\"",
            "\\u00e9",
            "\\ud83d\\ude00",
            "0",
        ]);
        prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn the_grammar_is_serde_jsons(text in json_like()) {
            let serde = serde_json::from_str::<serde_json::Value>(&text).is_ok();
            prop_assert_eq!(check_grammar(text.as_bytes()).is_ok(), serde, "{}", text);
        }
    }
}
