use super::scan::Scan;

/// Last labels that are the ends of file names.
const FILE_ENDS: [&[u8]; 22] = [
    b"css", b"csv", b"gif", b"git", b"gz", b"html", b"ico", b"jpeg", b"jpg", b"js", b"json",
    b"lock", b"map", b"pdf", b"png", b"svg", b"tgz", b"ts", b"webp", b"yaml", b"yml", b"zip",
];

const MAX_DOMAIN: usize = 255;

/// Hides the e-mail address around the `@` (or `%40`, then `len` is 3) at `at`.
pub(super) fn redact(scan: &mut Scan<'_>, at: usize, len: usize) -> Option<usize> {
    let start = local_start(scan.bytes, scan.email_floor, at);
    let end = domain_end(scan.bytes, at + len)?;
    let local = &scan.bytes[start..at];
    if local.is_empty() || local == b"git" || is_remote_path(scan.bytes, end) {
        return None;
    }
    Some(scan.hide(start..end))
}

fn local_start(bytes: &[u8], floor: usize, at: usize) -> usize {
    let in_local = |byte: &&u8| {
        byte.is_ascii_alphanumeric()
            || **byte >= 0x80
            || matches!(
                **byte,
                b'.' | b'_' | b'%' | b'+' | b'-' | b'\'' | b'#' | b'!' | b'~'
            )
    };
    let run = bytes[floor.min(at)..at]
        .iter()
        .rev()
        .take_while(in_local)
        .count();
    let signs = bytes[at - run..at].iter();
    at - run
        + signs
            .take_while(|byte| matches!(byte, b'.' | b'\'' | b'#' | b'!' | b'-'))
            .count()
}

/// Two labels at least, the last of letters; a dot at the end is the sentence's.
fn domain_end(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = &bytes[from..bytes.len().min(from + MAX_DOMAIN)];
    let in_domain = |byte: &&u8| {
        byte.is_ascii_alphanumeric() || **byte >= 0x80 || matches!(**byte, b'-' | b'.')
    };
    let mut domain = &rest[..rest.iter().take_while(in_domain).count()];
    while let Some(shorter) = domain
        .strip_suffix(b".")
        .or_else(|| domain.strip_suffix(b"-"))
    {
        domain = shorter;
    }
    let dot = memchr::memrchr(b'.', domain)?;
    let last = &domain[dot + 1..];
    let letters = last
        .iter()
        .all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80);
    let is_top = (letters && last.len() >= 2) || last.starts_with(b"xn--");
    let is_file = FILE_ENDS.iter().any(|end| last.eq_ignore_ascii_case(end));
    (is_top && !is_file && dot > 0).then_some(from + domain.len())
}

/// `user@host:path`, as git and scp write it.
fn is_remote_path(bytes: &[u8], end: usize) -> bool {
    match bytes.get(end..end + 2) {
        Some([b':', next]) => next.is_ascii_alphanumeric() || matches!(next, b'/' | b'~' | b'.'),
        _ => false,
    }
}
