use super::scan::Scan;
use super::shape;

/// Hosts and path beginnings after which a webhook's secret stands.
const WEBHOOKS: [&[u8]; 5] = [
    b"hooks.slack.com/services/",
    b"hooks.slack.com/workflows/",
    b"hooks.slack.com/triggers/",
    b"discord.com/api/webhooks/",
    b"discordapp.com/api/webhooks/",
];

/// Hides the password of a URL, or the secret path of a webhook, when `://` stands at `at`.
pub(super) fn redact(scan: &mut Scan<'_>, at: usize) -> Option<usize> {
    if !scan.bytes[at..].starts_with(b"://") {
        return None;
    }
    let from = at + 3;
    let rest = &scan.bytes[from..];
    let may_be = matches!(rest.first(), Some(b'h' | b'd'));
    if let Some(webhook) = WEBHOOKS
        .iter()
        .find(|webhook| may_be && rest.starts_with(webhook))
    {
        let secret = from + webhook.len();
        let end = word_end(scan, secret);
        return Some(scan.hide(secret..end));
    }
    user_info(scan, from)
}

fn word_end(scan: &mut Scan<'_>, at: usize) -> usize {
    if at >= scan.bytes.len() {
        return at;
    }
    let known = scan.word_run.end(scan.bytes, at, |_| false);
    if known > at {
        return known;
    }
    let end = scan.word_run.end(scan.bytes, at, is_url);
    scan.last_at = memchr::memrchr(b'@', &scan.bytes[at..end]).map(|offset| at + offset);
    end
}

fn is_url(byte: u8) -> bool {
    byte > b' '
        && !matches!(
            byte,
            b'"' | b'\'' | b'`' | b'<' | b'>' | b'\\' | b'|' | b'^'
        )
}

/// `scheme://user:password@host`: hides the password. A password may hold unescaped `/`, `?`,
/// `#` and `@`, as long as the host's port is not what stands before them.
fn user_info(scan: &mut Scan<'_>, from: usize) -> Option<usize> {
    if from >= scan.bytes.len() {
        return None;
    }
    let end = word_end(scan, from);
    if scan.last_at.is_none_or(|sign| sign < from) {
        return None;
    }
    let word = &scan.bytes[from..end];
    let authority = memchr::memchr3(b'/', b'?', b'#', word).unwrap_or(word.len());
    let strict = memchr::memrchr(b'@', &word[..authority]);
    let (user, password) = match memchr::memchr(b':', &word[..authority]) {
        Some(colon) => (colon, authority),
        None => return user_alone(scan, from, strict?),
    };
    let sign = match strict {
        Some(sign) => from + sign,
        None if is_port(&word[user + 1..password]) => return None,
        None => scan.last_at.filter(|&sign| sign > from + user)?,
    };
    let start = from + user + 1;
    if sign <= start || shape::is_placeholder(&scan.bytes[start..sign]) {
        return None;
    }
    scan.hide(start..sign);
    Some(host_end(scan.bytes, sign + 1))
}

/// `scheme://user@host`: no e-mail address, but some put a token there.
fn user_alone(scan: &mut Scan<'_>, from: usize, len: usize) -> Option<usize> {
    let sign = from + len;
    if shape::looks_secret(&scan.bytes[from..sign]) {
        scan.hide(from..sign);
    }
    Some(host_end(scan.bytes, sign + 1))
}

fn is_port(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_digit)
        || text.first().is_some_and(|byte| matches!(byte, b'{' | b'$'))
}

fn host_end(bytes: &[u8], from: usize) -> usize {
    let in_host = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(**byte, b'.' | b'-');
    from + bytes[from..].iter().take_while(in_host).count()
}
