//! Values that stand on the line after their name.

use super::names::Sensitivity;
use super::scan::Scan;
use super::value::{LOOK, Place, plain_end};
use super::{quote, shape};

/// The most line breaks between a name and its value.
const MAX_BREAKS: usize = 2;

/// The most white space in front of a value.
const MAX_INDENT: usize = 16;

/// The longest name of a language behind a code fence.
const MAX_LANGUAGE: usize = 16;

/// Where the next line that is not empty begins, past its indentation and a code fence, when
/// nothing but white space is left of the line at `at`.
pub(super) fn value_start(bytes: &[u8], at: usize) -> Option<usize> {
    let start = past_breaks(bytes, at)?;
    let Some(fenced) = bytes[start..].strip_prefix(b"```") else {
        return Some(start);
    };
    let language = fenced.iter().take(MAX_LANGUAGE);
    let language = language.take_while(|byte| byte.is_ascii_alphanumeric());
    past_breaks(bytes, start + 3 + language.count())
}

fn past_breaks(bytes: &[u8], at: usize) -> Option<usize> {
    let mut at = at + indent(&bytes[at..]);
    let mut breaks = 0;
    while let Some(len) = line_break(&bytes[at..]) {
        breaks += 1;
        at += len;
        at += indent(&bytes[at..]);
    }
    (1..=MAX_BREAKS).contains(&breaks).then_some(at)
}

fn indent(bytes: &[u8]) -> usize {
    let white = bytes.iter().take(MAX_INDENT);
    white
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count()
}

/// The length of a line break, also of one that is written as an escape.
fn line_break(bytes: &[u8]) -> Option<usize> {
    let breaks: [&[u8]; 5] = [b"\r\n", b"\n", b"\r", br"\r\n", br"\n"];
    let found = breaks.iter().find(|text| bytes.starts_with(text));
    found.map(|text| text.len())
}

/// Hides the value at `from`, if it is alone on its line. What follows a name on the next line is
/// often something else, so that it has to look like a secret, or to be in quotes.
pub(super) fn hide(
    scan: &mut Scan<'_>,
    from: usize,
    kind: Sensitivity,
    place: Place,
) -> Option<usize> {
    if let Some(open) = quote::opening(scan.bytes, from) {
        return hide_quoted(scan, from, kind, open);
    }
    if place.equals || place.quoted_name {
        return None;
    }
    let look = &scan.bytes[from..scan.bytes.len().min(from + LOOK)];
    let value = &look[..plain_end(look, 0, place)];
    if !is_secret(value, kind) {
        return None;
    }
    let end = plain_end(scan.bytes, from, place);
    is_line_end(&scan.bytes[end..]).then(|| scan.hide(from..end))
}

fn hide_quoted(
    scan: &mut Scan<'_>,
    from: usize,
    kind: Sensitivity,
    open: quote::Quote,
) -> Option<usize> {
    let start = from + open.len;
    let (end, after) = quote::closing(scan.bytes, start, open);
    let value = &scan.bytes[start..end];
    let is_word = !value.iter().any(u8::is_ascii_whitespace);
    let is_secret = match kind {
        Sensitivity::Strong => !shape::is_placeholder(value) && !shape::is_prose(value),
        _ => is_secret(value, kind),
    };
    if !is_word || !is_secret {
        return None;
    }
    scan.hide(start..end);
    Some(after)
}

fn is_secret(value: &[u8], kind: Sensitivity) -> bool {
    let long_enough = match kind {
        Sensitivity::No | Sensitivity::Digits | Sensitivity::Cookie => false,
        Sensitivity::Weak => value.len() >= 20,
        Sensitivity::Token | Sensitivity::Strong | Sensitivity::Authorization => true,
    };
    let looks = shape::looks_secret(value) || kind == Sensitivity::Strong && shape::is_uuid(value);
    long_enough && looks && !is_something_else(value)
}

/// A path, a URL, a date, a name with a value of its own.
fn is_something_else(value: &[u8]) -> bool {
    let pair = value.iter().position(|byte| *byte == b'=');
    let has_value = pair.is_some_and(|at| value[at..].iter().any(|byte| *byte != b'='));
    let is_date = matches!(value, [y, _, _, _, b'-', m, _, b'-', ..]
        if y.is_ascii_digit() && m.is_ascii_digit());
    value.starts_with(b"/")
        || value.ends_with(b":")
        || memchr::memmem::find(value, b"://").is_some()
        || has_value
        || is_date
}

/// Whether nothing but punctuation and white space is left of a line.
fn is_line_end(rest: &[u8]) -> bool {
    let marks = rest.iter().take(2);
    let marks = marks.take_while(|byte| matches!(byte, b'.' | b',' | b';' | b'!' | b'"' | b'\''));
    let rest = &rest[marks.count()..];
    let rest = &rest[indent(rest)..];
    rest.is_empty() || line_break(rest).is_some()
}
