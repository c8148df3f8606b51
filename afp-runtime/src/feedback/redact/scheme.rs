use super::scan::Scan;
use super::shape;

/// Hides what follows `Bearer` or `Basic` when it is a credential.
pub(super) fn redact(scan: &mut Scan<'_>, at: usize) -> Option<usize> {
    if !matches!(scan.bytes[at], b'b' | b'B') {
        return None;
    }
    let bearer = starts_with_word(&scan.bytes[at..], b"bearer");
    let len = if bearer { 6 } else { 5 };
    if !bearer && !starts_with_word(&scan.bytes[at..], b"basic") {
        return None;
    }
    let gap = gap_len(&scan.bytes[at + len..]);
    let from = at + len + gap;
    if gap == 0 || from >= scan.bytes.len() {
        return None;
    }
    let end = from + value_len(&scan.bytes[from..]);
    let value = trim_end(&scan.bytes[from..end]);
    let is_credential = if bearer {
        shape::is_bearer_value(value)
    } else {
        is_basic(value)
    };
    is_credential.then(|| scan.hide(from..from + value.len()))
}

/// Whether `bytes` begins with the word, in any case, and the word ends there.
pub(super) fn starts_with_word(bytes: &[u8], word: &[u8]) -> bool {
    let ends =
        |byte: Option<&u8>| !byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    bytes.len() >= word.len()
        && bytes[..word.len()].eq_ignore_ascii_case(word)
        && ends(bytes.get(word.len()))
}

/// White space, also escaped, and at most a few signs between scheme and credential.
fn gap_len(bytes: &[u8]) -> usize {
    let mut at = 0;
    while at < 12 {
        at += match &bytes[at.min(bytes.len())..] {
            [b'%', b'2', b'0', ..] | [b'%', b'3', b'A' | b'D' | b'a' | b'd', ..] => 3,
            [b'\\', b'n' | b'r' | b't' | b'"', ..] | [0xC2, 0xA0, ..] => 2,
            [
                b' ' | b'\t' | b'\n' | b'\r' | b'+' | b':' | b'=' | b'"' | b'\'' | b'`',
                ..,
            ] => 1,
            _ => break,
        };
    }
    at
}

fn value_len(bytes: &[u8]) -> usize {
    let in_value = |byte: &&u8| {
        byte.is_ascii_alphanumeric()
            || matches!(
                **byte,
                b'-' | b'.' | b'_' | b'~' | b'+' | b'/' | b'=' | b'%'
            )
    };
    bytes.iter().take_while(in_value).count()
}

fn trim_end(value: &[u8]) -> &[u8] {
    let dots = value.iter().rev().take_while(|byte| **byte == b'.').count();
    &value[..value.len() - dots]
}

/// Base64 of `user:password`, or what can only be base64.
pub(super) fn is_basic(value: &[u8]) -> bool {
    if value.len() < 4 || shape::is_prose(value) || shape::is_placeholder(value) {
        return false;
    }
    let seen = &value[..value.len().min(96)];
    decodes_to_a_pair(seen) || (shape::looks_secret(seen) && seen.len() >= 8)
}

fn decodes_to_a_pair(value: &[u8]) -> bool {
    let mut bits = 0_u32;
    let mut count = 0;
    let mut colon = false;
    for &byte in value.iter().filter(|byte| **byte != b'=') {
        let Some(six) = sextet(byte) else {
            return false;
        };
        bits = (bits << 6) | six;
        count += 6;
        if count >= 8 {
            count -= 8;
            let decoded = (bits >> count) as u8;
            if !(0x20..0x7F).contains(&decoded) {
                return false;
            }
            colon |= decoded == b':';
        }
    }
    colon
}

fn sextet(byte: u8) -> Option<u32> {
    let value = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(u32::from(value))
}
