use super::pair::begins_with_any;
use super::scan::Scan;
use super::value::{Place, plain_end};
use super::{quote, shape};

/// The length of an authentication scheme and the white space after it.
pub(super) fn scheme_len(value: &[u8]) -> usize {
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
pub(super) fn hide_authorization(scan: &mut Scan<'_>, from: usize, place: Place) -> Option<usize> {
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
pub(super) fn hide_cookie(scan: &mut Scan<'_>, from: usize) -> Option<usize> {
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
