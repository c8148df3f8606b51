use memchr::memmem::find;

use super::scan::Scan;

const MARK: &[u8] = b"PRIVATE KEY";

/// How far before the mark its `BEGIN` may stand: `BEGIN ENCRYPTED `.
const MAX_HEADER: usize = 32;

/// Hides a private key whose mark begins at `at`, from its first dash to its end line, or as far
/// as what follows looks like key material.
pub(super) fn redact(scan: &mut Scan<'_>, at: usize) -> Option<usize> {
    if !scan.bytes[at..].starts_with(MARK) {
        return None;
    }
    let begin = begin_of(scan.bytes, at)?;
    let end = end_of(scan, at + MARK.len());
    Some(scan.hide(begin..end))
}

fn begin_of(bytes: &[u8], mark: usize) -> Option<usize> {
    let header_start = mark.saturating_sub(MAX_HEADER);
    let header = &bytes[header_start..mark];
    let begin = memchr::memmem::rfind(header, b"BEGIN")?;
    let words = &header[begin + 5..];
    let is_header = words
        .iter()
        .all(|&byte| byte.is_ascii_uppercase() || b" +%20_".contains(&byte));
    let dashes = bytes[..header_start + begin].iter().rev();
    let dashes = dashes.take(8).take_while(|&&byte| byte == b'-').count();
    is_header.then_some(header_start + begin - dashes)
}

fn end_of(scan: &mut Scan<'_>, from: usize) -> usize {
    match next_end(scan, from) {
        Some(end) if is_end_line(&scan.bytes[end..]) => {
            let line = &scan.bytes[end..scan.bytes.len().min(end + 48)];
            let mark = find(line, MARK).map_or(0, |mark| mark + MARK.len());
            let tail = scan.bytes[end + mark..].iter();
            let tail = tail.take_while(|&&byte| b"- BLOCK".contains(&byte)).count();
            trim_space(scan.bytes, end + mark + tail)
        }
        _ => key_material_end(scan.bytes, from),
    }
}

/// Where the next `END ` stands, remembered until the pass is beyond it.
fn next_end(scan: &mut Scan<'_>, from: usize) -> Option<usize> {
    const NOWHERE: usize = usize::MAX;
    if scan.next_end.is_none_or(|at| at < from) {
        let found = find(&scan.bytes[from..], b"END ");
        scan.next_end = Some(found.map_or(NOWHERE, |offset| from + offset));
    }
    scan.next_end.filter(|&at| at != NOWHERE)
}

fn is_end_line(rest: &[u8]) -> bool {
    find(&rest[..rest.len().min(48)], MARK).is_some()
}

/// Without an end line: dashes, line ends real or escaped, and chunks of base64.
fn key_material_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    let mut end = from;
    let mut seen_long = false;
    while at < bytes.len() {
        let gap = gap_len(&bytes[at..]);
        at += gap;
        let chunk = bytes[at..]
            .iter()
            .take_while(|&&byte| is_base64(byte))
            .count();
        let is_key =
            chunk >= 20 || (seen_long && gap > 0 && looks_like_a_rest(&bytes[at..at + chunk]));
        if chunk == 0 || !is_key {
            break;
        }
        seen_long |= chunk >= 20;
        at += chunk;
        end = at;
    }
    end.max(
        from + bytes[from..]
            .iter()
            .take_while(|&&byte| byte == b'-')
            .count(),
    )
}

fn gap_len(bytes: &[u8]) -> usize {
    let mut at = 0;
    loop {
        match &bytes[at..] {
            [b'\\', b'n' | b'r' | b't', ..] => at += 2,
            [b'%', b'0', b'A' | b'D' | b'a' | b'd', ..] | [b'%', b'2', b'0', ..] => at += 3,
            [
                b' ' | b'\n' | b'\r' | b'\t' | b'-' | b'\\' | b'"' | b'\'' | b',',
                ..,
            ] => at += 1,
            _ => return at,
        }
    }
}

fn looks_like_a_rest(chunk: &[u8]) -> bool {
    let has = |kind: fn(&u8) -> bool| chunk.iter().any(kind);
    has(u8::is_ascii_digit)
        || chunk.ends_with(b"=")
        || (has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && chunk.len() > 3)
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

fn trim_space(bytes: &[u8], mut end: usize) -> usize {
    while end > 0 && bytes[end - 1] == b' ' {
        end -= 1;
    }
    end
}
