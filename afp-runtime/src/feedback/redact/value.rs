use super::names::Sensitivity;
use super::pair::begins_with_any;
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
const LOOK: usize = 64;

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

/// The length of an authentication scheme and the white space after it.
fn scheme_len(value: &[u8]) -> usize {
    const SCHEMES: [&[u8]; 16] = [
        b"bearer",
        b"basic",
        b"digest",
        b"token",
        b"apikey",
        b"api-key",
        b"negotiate",
        b"ntlm",
        b"aws4-hmac-sha256",
        b"oauth",
        b"hawk",
        b"signature",
        b"sharedkey",
        b"dpop",
        b"hmac",
        b"key",
    ];
    let Some(len) = begins_with_any(value, &SCHEMES) else {
        return 0;
    };
    let space = value[len..]
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t' | b'+' | b':'))
        .count();
    let written = value[len..].starts_with(b"%20");
    match (space, written) {
        (0, false) => 0,
        (0, true) => len + 3,
        (space, _) => len + space,
    }
}

/// `Authorization: scheme credential`, and the parameters some schemes have.
fn hide_authorization(scan: &mut Scan<'_>, from: usize, place: Place) -> Option<usize> {
    let start = from + scheme_len(&scan.bytes[from..]);
    let has_scheme = start > from;
    let mut end = plain_end(scan.bytes, start, place);
    let named: [&[u8]; 5] = [b"digest", b"oauth", b"hawk", b"signature", b"hmac"];
    let parameter = scan.bytes[start..end].ends_with(b"=")
        && begins_with_any(&scan.bytes[from..start], &named).is_some();
    if let Some(open) = quote::opening(scan.bytes, end).filter(|_| parameter) {
        end = quote::closing(scan.bytes, end + open.len, open).1;
    }
    let value = &scan.bytes[start..end];
    let is_secret = !value.is_empty()
        && !shape::is_placeholder(value)
        && (place.equals || !shape::is_prose(value))
        && (has_scheme || place.equals || shape::is_bearer_value(value));
    if !is_secret {
        return None;
    }
    while let Some(next) = parameter_end(scan.bytes, end) {
        end = next;
    }
    Some(scan.hide(start..end))
}

/// The end of `, name="value"` at `at`.
fn parameter_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..];
    let gap = rest
        .iter()
        .take(4)
        .take_while(|byte| matches!(byte, b',' | b' ' | b'"'))
        .count();
    let name = rest[gap..]
        .iter()
        .take(40)
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
        .count();
    let equals = at + gap + name;
    if !rest[..gap].contains(&b',') && gap > 0
        || gap == 0 && name > 0
        || bytes.get(equals) != Some(&b'=')
    {
        return None;
    }
    let from = equals + 1;
    if let Some(open) = quote::opening(bytes, from) {
        return Some(quote::closing(bytes, from + open.len, open).1);
    }
    Some(plain_end(
        bytes,
        from,
        Place {
            equals: true,
            written: false,
            quoted_name: false,
        },
    ))
}

/// `Cookie: a=b; c=d`.
fn hide_cookie(scan: &mut Scan<'_>, from: usize) -> Option<usize> {
    let mut end = cookie_end(scan.bytes, from);
    let first = &scan.bytes[from..end];
    let is_pair = memchr::memchr(b'=', first).is_some_and(|equals| equals > 0);
    if !is_pair && !shape::looks_secret(first) {
        return None;
    }
    while scan.bytes[end..].starts_with(b";") {
        let next = end
            + 1
            + scan.bytes[end + 1..]
                .iter()
                .take(2)
                .take_while(|&&byte| byte == b' ')
                .count();
        let stop = cookie_end(scan.bytes, next);
        if !scan.bytes[next..stop].contains(&b'=') {
            break;
        }
        end = stop;
    }
    Some(scan.hide(from..end))
}

fn cookie_end(bytes: &[u8], from: usize) -> usize {
    let in_pair =
        |byte: &&u8| **byte > b' ' && !matches!(**byte, b';' | b'"' | b'\'' | b'`' | b'\\' | b',');
    from + bytes[from..].iter().take_while(in_pair).count()
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
fn plain_end(bytes: &[u8], from: usize, place: Place) -> usize {
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
