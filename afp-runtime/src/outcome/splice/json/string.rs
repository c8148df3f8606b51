//! Strings.

use crate::outcome::splice::words::{first, load, specials};

/// The end of a string whose opening quote is before `at`: the offset behind the closing quote,
/// and whether there are escapes. The text is known to be UTF-8.
#[inline]
pub(super) fn end_of_string(text: &[u8], mut at: usize) -> Option<(usize, bool)> {
    let mut escaped = false;
    loop {
        at = end_of_plain(text, at);
        match text.get(at)? {
            b'"' => return Some((at + 1, escaped)),
            b'\\' => at = end_of_escape(text, at + 1)?,
            _ => return None,
        }
        escaped = true;
    }
}

/// The first byte from `at` on that is a quote, a backslash or a control character.
#[inline(always)]
fn end_of_plain(text: &[u8], mut at: usize) -> usize {
    while let Some(word) = load(text, at) {
        let marks = specials(word);
        if marks != 0 {
            return at + first(marks);
        }
        at += 8;
    }
    while text
        .get(at)
        .is_some_and(|byte| *byte >= 0x20 && *byte != b'"' && *byte != b'\\')
    {
        at += 1;
    }
    at
}

/// The end of an escape whose backslash is before `at`. Surrogates come in pairs.
fn end_of_escape(text: &[u8], at: usize) -> Option<usize> {
    match text.get(at)? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(at + 1),
        b'u' => match code_unit(text, at + 1)? {
            0xd800..=0xdbff => {
                let low = text.get(at + 5..at + 7)? == b"\\u";
                let low = low && (0xdc00..=0xdfff).contains(&code_unit(text, at + 7)?);
                low.then_some(at + 11)
            }
            0xdc00..=0xdfff => None,
            _ => Some(at + 5),
        },
        _ => None,
    }
}

fn code_unit(text: &[u8], at: usize) -> Option<u32> {
    let digits = text.get(at..at + 4)?;
    digits.iter().try_fold(0, |unit, digit| {
        char::from(*digit)
            .to_digit(16)
            .map(|value| unit << 4 | value)
    })
}
