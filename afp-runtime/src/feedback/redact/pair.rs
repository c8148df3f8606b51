use std::ops::Range;

use super::names::{Sensitivity, sensitivity};
use super::quote;
use super::scan::Scan;
use super::scheme::starts_with_word;
use super::{next_line, shape, value};

/// The most bytes of a name that are looked at.
const MAX_NAME: usize = 64;

/// Hides the value of `name: value`, `name=value` and their kin; the separator is the `len`
/// bytes at `at`.
pub(super) fn redact(scan: &mut Scan<'_>, at: usize, len: usize) -> Option<usize> {
    let doubled = |place: Option<usize>| place.and_then(|place| scan.byte(place)) == Some(b':');
    let is_path = scan.bytes[at] == b':' && (doubled(Some(at + 1)) || doubled(at.checked_sub(1)));
    if is_path {
        return None;
    }
    let name = name_before(scan.bytes, at)?;
    let written = scan.bytes[at] == b'%';
    let mut equals = scan.bytes[at] == b'=' || (written && scan.bytes[at + 2] | 0x20 == b'd');
    let mut from = value_start(scan.bytes, at + len, equals);
    if matches!(scan.byte(from), None | Some(b'$' | b'<')) {
        return None;
    }
    let kind = name.sensitivity(scan.bytes);
    if kind == Sensitivity::No {
        return None;
    }
    if !equals && matches!(scan.bytes[from], b'&' | b's' | b'S' | b'O') {
        if let Some(len) = past_type(&scan.bytes[from..]) {
            from = value_start(scan.bytes, from + len, true);
            equals = true;
        }
    }
    let place = value::Place {
        equals,
        written,
        quoted_name: name.quoted,
    };
    if matches!(scan.byte(from), Some(b'\n' | b'\r' | b'\\')) {
        if let Some(line) = next_line::value_start(scan.bytes, from) {
            return next_line::hide(scan, line, kind, place);
        }
    }
    value::hide(scan, from, kind, place)
}

/// Hides the value of `the password is value`.
pub(super) fn redact_is(scan: &mut Scan<'_>, at: usize) -> Option<usize> {
    let len = match scan.bytes[at..] {
        [b'i', b's', b' ', ..] => 3,
        [b'w', b'a', b's', b' ', ..] => 4,
        _ => return None,
    };
    let from = value_start(scan.bytes, at + len, false);
    if !shape::may_be_secret(&scan.bytes[from..]) {
        return None;
    }
    let name = name_before(scan.bytes, at)?;
    match name.sensitivity(scan.bytes) {
        Sensitivity::Strong | Sensitivity::Token | Sensitivity::Digits => {
            value::hide_if_it_looks_secret(scan, from)
        }
        _ => None,
    }
}

/// Hides the value of `--password value`, and the password of `-u user:password`.
pub(super) fn redact_flag(scan: &mut Scan<'_>, at: usize) -> Option<usize> {
    let starts = at == 0
        || matches!(
            scan.bytes[at - 1],
            b' ' | b'\n' | b'\t' | b'"' | b'\'' | b'`'
        );
    if !starts {
        return None;
    }
    let rest = &scan.bytes[at..];
    let dashes = rest
        .iter()
        .take(2)
        .take_while(|&&byte| byte == b'-')
        .count();
    let name_len = rest[dashes..]
        .iter()
        .take(MAX_NAME)
        .take_while(|&&byte| is_name(byte))
        .count();
    let end = dashes + name_len;
    if name_len == 0 || rest.get(end) != Some(&b' ') {
        return None;
    }
    let name = &rest[dashes..end];
    let from = value_start(scan.bytes, at + end, false);
    if name == b"u" || name == b"user" {
        return value::hide_after_colon(scan, from);
    }
    let kind = sensitivity(name);
    let is_flag = dashes == 2 && kind != Sensitivity::No && scan.byte(from) != Some(b'-');
    let place = value::Place {
        equals: true,
        written: false,
        quoted_name: false,
    };
    if is_flag {
        value::hide(scan, from, kind, place)
    } else {
        None
    }
}

/// Hides the text of `<password>text</password>`.
pub(super) fn redact_tag(scan: &mut Scan<'_>, at: usize) -> Option<usize> {
    let before = &scan.bytes[..at];
    let len = before
        .iter()
        .rev()
        .take(MAX_NAME)
        .take_while(|&&byte| is_name(byte))
        .count();
    let open = at.checked_sub(len + 1)?;
    if scan.bytes[open] != b'<' || len == 0 {
        return None;
    }
    let kind = sensitivity(&scan.bytes[open + 1..at]);
    let matters = matches!(
        kind,
        Sensitivity::Strong | Sensitivity::Token | Sensitivity::Digits
    );
    let end = at + 1 + memchr::memchr(b'<', &scan.bytes[at + 1..])?;
    let text = scan.bytes[at + 1..end].trim_ascii();
    let closes = scan.byte(end + 1) == Some(b'/');
    (matters && closes && !shape::is_placeholder(text)).then(|| scan.hide(at + 1..end))
}

struct Name {
    range: Range<usize>,
    /// The same with the word before it, as in `API key`.
    with_word: Option<Range<usize>>,
    quoted: bool,
}

impl Name {
    fn sensitivity(&self, bytes: &[u8]) -> Sensitivity {
        let own = sensitivity(&bytes[self.range.clone()]);
        let is_weak = matches!(
            own,
            Sensitivity::Token | Sensitivity::Weak | Sensitivity::No
        );
        match self.with_word.clone() {
            Some(both) if is_weak => sensitivity(&bytes[both]),
            _ => own,
        }
    }
}

fn name_before(bytes: &[u8], at: usize) -> Option<Name> {
    let spaces = bytes[..at]
        .iter()
        .rev()
        .take(3)
        .take_while(|&&byte| byte == b' ')
        .count();
    let mut end = at - spaces;
    let mark = quote::len_before(bytes, end);
    end -= mark;
    let signs = bytes[..end].iter().rev().take(2);
    end -= signs
        .take_while(|byte| matches!(byte, b'*' | b']' | b')'))
        .count();
    let mut start = word_start(bytes, end);
    if start == end {
        return None;
    }
    if mark == 0 && matches!(&bytes[start..end], b"is" | b"was") {
        // `The password is: value`.
        end = start.saturating_sub(1);
        start = word_start(bytes, end);
    }
    let before = start.checked_sub(1).filter(|&space| bytes[space] == b' ');
    let with_word = before.and_then(|space| {
        let word = word_start(bytes, space);
        (mark == 0 && word < space).then_some(word..end)
    });
    Some(Name {
        range: start..end,
        with_word,
        quoted: mark > 0,
    })
}

fn word_start(bytes: &[u8], end: usize) -> usize {
    end - bytes[..end]
        .iter()
        .rev()
        .take(MAX_NAME)
        .take_while(|&&byte| is_name(byte))
        .count()
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// Past the type and the equals sign of `name: type = value`, as declarations in code have it.
fn past_type(bytes: &[u8]) -> Option<usize> {
    const TYPES: [&[u8]; 7] = [
        b"&str",
        b"&'static str",
        b"str",
        b"string",
        b"String",
        b"Option<String>",
        b"Optional[str]",
    ];
    TYPES.iter().find_map(|name| {
        let rest = bytes.strip_prefix(*name)?;
        let spaces = rest.iter().take(3).take_while(|&&byte| byte == b' ');
        let spaces = spaces.count();
        let assigns = matches!(rest[spaces..], [b'=', next, ..] if next != b'=');
        assigns.then_some(name.len() + spaces + 1)
    })
}

/// Past white space and what may follow a separator: `=>`, `:=`, `==`, bold marks.
fn value_start(bytes: &[u8], from: usize, equals: bool) -> usize {
    let mut at = from;
    let signs = bytes[at.min(bytes.len())..].iter().take(2);
    at += signs
        .take_while(|byte| matches!(byte, b'=' | b'*') || (equals && **byte == b'>'))
        .count();
    while at < bytes.len() && at < from + 16 {
        at += match &bytes[at..] {
            [b' ' | b'\t', ..] => 1,
            [0xC2, 0xA0, ..] => 2,
            [b'%', b'2', b'0', ..] => 3,
            _ => break,
        };
    }
    at
}

/// Whether a word of `words` begins `bytes`.
pub(super) fn begins_with_any(bytes: &[u8], words: &[&[u8]]) -> Option<usize> {
    words
        .iter()
        .find(|word| starts_with_word(bytes, word))
        .map(|word| word.len())
}
