use super::header::{hide_authorization, hide_cookie, scheme_len};
use super::names::Sensitivity;
use super::quote;
use super::scan::Scan;
use super::shape;

/// The way a value is joined to its name.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// By `=`, which is written where there is a value; `:` also stands in prose.
    pub(super) equals: bool,
    /// By `%3D` or `%3A`.
    pub(super) written: bool,
    /// The name stands in quotes, as in JSON.
    pub(super) quoted_name: bool,
}

/// The most bytes of a value that are looked at to tell what it is.
pub(super) const LOOK: usize = 64;

/// Hides the value that begins at `from`, if it is one.
pub(super) fn hide(
    scan: &mut Scan<'_>,
    from: usize,
    kind: Sensitivity,
    place: Place,
) -> Option<usize> {
    let first = scan.byte(from)?;
    if let Some(open) = quote::opening(scan.bytes, from) {
        return hide_quoted(scan, from, kind, open);
    }
    if place.quoted_name && matches!(first, b'{' | b'[') && kind != Sensitivity::Weak {
        return Some(hide_nested(scan, from));
    }
    match kind {
        Sensitivity::Authorization => hide_authorization(scan, from, place),
        Sensitivity::Cookie => hide_cookie(scan, from),
        _ => hide_plain(scan, from, kind, place),
    }
}

fn hide_quoted(
    scan: &mut Scan<'_>,
    from: usize,
    kind: Sensitivity,
    open: quote::Quote,
) -> Option<usize> {
    let start = from + open.len;
    let (end, after) = quote::closing(scan.bytes, start, open);
    let mut text = start..end;
    if kind == Sensitivity::Authorization {
        text.start += scheme_len(&scan.bytes[text.clone()]);
    }
    let value = &scan.bytes[text.clone()];
    let is_secret = match kind {
        Sensitivity::No => false,
        Sensitivity::Weak => value.len() >= 20 && shape::looks_secret(value),
        Sensitivity::Digits => is_code(value),
        Sensitivity::Cookie => value.contains(&b'=') || shape::looks_secret(value),
        _ => !shape::is_placeholder(value) && !shape::is_prose(value),
    };
    if !is_secret {
        return None;
    }
    scan.hide(text);
    Some(after)
}

/// Hides every string and number inside of the list or object that begins at `from`.
fn hide_nested(scan: &mut Scan<'_>, from: usize) -> usize {
    let mut at = from;
    let mut depth = 0_usize;
    while let Some(byte) = scan.byte(at) {
        if let Some(open) = quote::opening(scan.bytes, at) {
            let start = at + open.len;
            let (end, after) = quote::closing(scan.bytes, start, open);
            at = after;
            if !is_name_end(&scan.bytes[after..]) {
                scan.hide(start..end);
            }
            continue;
        }
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'0'..=b'9' => {
                let in_number = |byte: &&u8| {
                    byte.is_ascii_alphanumeric() || matches!(**byte, b'.' | b'+' | b'-')
                };
                let len = scan.bytes[at..].iter().take_while(in_number).count();
                at = scan.hide(at..at + len);
                continue;
            }
            _ => {}
        }
        at += 1;
        if depth == 0 {
            break;
        }
    }
    at
}

fn is_name_end(bytes: &[u8]) -> bool {
    bytes
        .iter()
        .take(16)
        .find(|byte| !byte.is_ascii_whitespace())
        == Some(&b':')
}

fn hide_plain(scan: &mut Scan<'_>, from: usize, kind: Sensitivity, place: Place) -> Option<usize> {
    let by_looks = match kind {
        Sensitivity::Weak => true,
        Sensitivity::Token => !place.equals && !place.quoted_name,
        _ => false,
    };
    if by_looks && from < scan.no_secret_before {
        return None;
    }
    let look = &scan.bytes[from..scan.bytes.len().min(from + LOOK)];
    let seen = plain_end(look, 0, place);
    let value = &look[..seen];
    if !is_plain_secret(value, kind, place) {
        if by_looks {
            scan.no_secret_before = from + seen;
        }
        return None;
    }
    let end = if seen < look.len() {
        from + seen
    } else {
        plain_end(scan.bytes, from, place)
    };
    Some(scan.hide(from..end))
}

fn is_plain_secret(value: &[u8], kind: Sensitivity, place: Place) -> bool {
    if value.is_empty() || shape::is_placeholder(value) {
        return false;
    }
    match kind {
        Sensitivity::No => false,
        Sensitivity::Digits => is_code(value),
        Sensitivity::Weak => value.len() >= 20 && shape::looks_secret(value),
        Sensitivity::Token if !place.equals && !place.quoted_name => shape::looks_secret(value),
        Sensitivity::Token => !shape::is_prose(value),
        _ if place.equals => !is_constant(value),
        _ => !shape::is_prose(value) && value.len() >= 3,
    }
}

/// Values that say that there is no value.
fn is_constant(value: &[u8]) -> bool {
    let constants: [&[u8]; 8] = [
        b"true",
        b"false",
        b"null",
        b"none",
        b"nil",
        b"undefined",
        b"required",
        b"string",
    ];
    constants
        .iter()
        .any(|constant| value.eq_ignore_ascii_case(constant))
}

fn is_code(value: &[u8]) -> bool {
    (3..=8).contains(&value.len()) && value.iter().all(u8::is_ascii_digit)
}

/// Hides a value that nothing but its looks and the words before it give away.
pub(super) fn hide_if_it_looks_secret(scan: &mut Scan<'_>, from: usize) -> Option<usize> {
    scan.byte(from)?;
    let open = quote::opening(scan.bytes, from);
    let start = from + open.map_or(0, |open| open.len);
    let place = Place {
        equals: false,
        written: false,
        quoted_name: false,
    };
    let look = &scan.bytes[start..scan.bytes.len().min(start + LOOK)];
    let value = &look[..plain_end(look, 0, place)];
    let is_secret = shape::looks_secret(value)
        || (open.is_some()
            && value.len() >= 4
            && !shape::is_prose(value)
            && !shape::is_placeholder(value));
    if !is_secret {
        return None;
    }
    let end = match open {
        Some(open) => quote::closing(scan.bytes, start, open).0,
        None => plain_end(scan.bytes, start, place),
    };
    Some(scan.hide(start..end))
}

/// Hides the password of `user:password`, as `curl -u` takes it.
pub(super) fn hide_after_colon(scan: &mut Scan<'_>, from: usize) -> Option<usize> {
    let start = from + quote::opening(scan.bytes, from).map_or(0, |open| open.len);
    let place = Place {
        equals: false,
        written: false,
        quoted_name: false,
    };
    let look = scan.bytes.get(start..scan.bytes.len().min(start + LOOK))?;
    let colon = memchr::memchr(b':', &look[..plain_end(look, 0, place)])?;
    let secret = start + colon + 1;
    let end = plain_end(scan.bytes, secret, place);
    (!shape::is_placeholder(&scan.bytes[secret..end])).then(|| scan.hide(secret..end))
}

/// Where an unquoted value ends.
pub(super) fn plain_end(bytes: &[u8], from: usize, place: Place) -> usize {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        let ends = match byte {
            0..=b' ' | b'"' | b'\'' | b'`' | b'<' | b'>' | b'|' => true,
            b'&' => place.equals || bytes[at..].starts_with(b"&quot;"),
            b'%' => place.written && bytes[at..].starts_with(b"%26"),
            b'\\' => matches!(
                bytes.get(at + 1),
                None | Some(b'n' | b'r' | b't' | b'"' | b'\'' | b'\\' | b'u')
            ),
            b',' | b';' | b')' | b']' | b'}' => ends_a_list_item(&bytes[at + 1..]),
            0xC2 => bytes.get(at + 1) == Some(&0xA0),
            _ => false,
        };
        if ends {
            break;
        }
        at += 1;
    }
    while at > from && (bytes[at - 1] == b'.' || bytes[at - 1] == b'!' && at == bytes.len()) {
        at -= 1;
    }
    at
}

/// Whether what follows a comma or bracket is the end of the value's surroundings.
fn ends_a_list_item(rest: &[u8]) -> bool {
    let Some(first) = rest.first() else {
        return true;
    };
    if first.is_ascii_whitespace() || b"\"'`\\,;)]}.<".contains(first) {
        return true;
    }
    let in_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let name = rest.iter().take(32).take_while(in_name).count();
    name > 0 && matches!(rest.get(name), Some(b'=' | b':'))
}
