use super::scan::Scan;

/// What has to follow a prefix to make it a credential.
#[derive(Clone, Copy)]
enum Rest {
    /// So many letters and digits at once; then everything up to the end of the token.
    Solid(usize),
    /// A token of so many characters that holds a digit or a capital.
    Token(usize),
    /// Two tokens of so many characters, joined by a dot.
    TwoParts(usize),
    /// Exactly so many capitals and digits, with a digit among them.
    Capitals(usize),
}

type Prefix = (&'static [u8], Rest);

const A: &[Prefix] = &[
    (b"AKIA", Rest::Capitals(16)),
    (b"ASIA", Rest::Capitals(16)),
    (b"AIza", Rest::Token(20)),
    (b"AGE-SECRET-KEY-", Rest::Token(20)),
];
const D: &[Prefix] = &[
    (b"dop_v1_", Rest::Solid(16)),
    (b"dckr_pat_", Rest::Token(16)),
    (b"dapi", Rest::Token(32)),
];
const G: &[Prefix] = &[
    (b"ghp_", Rest::Solid(10)),
    (b"gho_", Rest::Solid(10)),
    (b"ghu_", Rest::Solid(10)),
    (b"ghs_", Rest::Solid(10)),
    (b"ghr_", Rest::Solid(10)),
    (b"github_pat_", Rest::Token(12)),
    (b"glpat-", Rest::Token(10)),
    (b"gldt-", Rest::Token(16)),
    (b"glrt-", Rest::Token(16)),
    (b"glptt-", Rest::Token(16)),
    (b"gsk_", Rest::Solid(20)),
];
const UPPER_G: &[Prefix] = &[(b"GOCSPX-", Rest::Token(10))];
const H: &[Prefix] = &[(b"hf_", Rest::Solid(16)), (b"hvs.", Rest::Token(16))];
const N: &[Prefix] = &[(b"npm_", Rest::Solid(16))];
const P: &[Prefix] = &[
    (b"pk_live_", Rest::Solid(8)),
    (b"pk_test_", Rest::Solid(8)),
    (b"pypi-", Rest::Solid(16)),
];
const R: &[Prefix] = &[
    (b"rk_live_", Rest::Solid(8)),
    (b"rk_test_", Rest::Solid(8)),
    (b"rubygems_", Rest::Solid(20)),
];
const S: &[Prefix] = &[
    (b"sk_live_", Rest::Solid(8)),
    (b"sk_test_", Rest::Solid(8)),
    (b"shpat_", Rest::Solid(16)),
    (b"shpss_", Rest::Solid(16)),
];
const UPPER_S: &[Prefix] = &[(b"SG.", Rest::TwoParts(10))];
const W: &[Prefix] = &[(b"whsec_", Rest::Solid(10))];
const X: &[Prefix] = &[
    (b"xoxa-", Rest::Token(10)),
    (b"xoxb-", Rest::Token(10)),
    (b"xoxc-", Rest::Token(10)),
    (b"xoxd-", Rest::Token(10)),
    (b"xoxe-", Rest::Token(10)),
    (b"xoxe.", Rest::Token(10)),
    (b"xoxo-", Rest::Token(10)),
    (b"xoxp-", Rest::Token(10)),
    (b"xoxr-", Rest::Token(10)),
    (b"xoxs-", Rest::Token(10)),
    (b"xapp-", Rest::Token(10)),
    (b"xai-", Rest::Solid(20)),
];
const Y: &[Prefix] = &[(b"ya29.", Rest::Token(10))];

/// Hides a credential that is known by its first letters.
pub(super) fn redact(scan: &mut Scan<'_>, at: usize) -> Option<usize> {
    let prefixes = match scan.bytes[at] {
        b'A' => A,
        b'd' => D,
        b'e' => return web_token(scan, at),
        b'g' => G,
        b'G' => UPPER_G,
        b'h' => H,
        b'n' => N,
        b'p' => P,
        b'r' => R,
        b's' if scan.bytes[at..].starts_with(b"sk-") => return sk_key(scan, at),
        b's' => S,
        b'S' => UPPER_S,
        b'w' => W,
        b'x' => X,
        b'y' => Y,
        _ => return None,
    };
    let rest = &scan.bytes[at..];
    let &(prefix, kind) = prefixes
        .iter()
        .find(|(prefix, _)| rest.starts_with(prefix))?;
    let from = at + prefix.len();
    let end = match kind {
        Rest::Solid(least) => solid(scan, from, least),
        Rest::Token(least) => token(scan, from, least),
        Rest::TwoParts(least) => two_parts(scan, from, least),
        Rest::Capitals(exact) => capitals(scan, from, exact),
    }?;
    Some(scan.hide(at..with_padding(scan.bytes, end)))
}

fn solid(scan: &mut Scan<'_>, from: usize, least: usize) -> Option<usize> {
    let first = scan.bytes.get(from..from + least)?;
    first
        .iter()
        .all(u8::is_ascii_alphanumeric)
        .then(|| scan.token_end(from))
}

/// Words with hyphens have no digit and no capital, and no 16 letters on end.
fn token(scan: &mut Scan<'_>, from: usize, least: usize) -> Option<usize> {
    const LOOKED_AT: usize = 64;
    const SOLID: usize = 16;
    scan.byte(from)?;
    let end = scan.token_end(from);
    let length = (end - from).min(LOOKED_AT);
    if length < least {
        return None;
    }
    let first = &scan.bytes[from..from + length.min(SOLID)];
    let solid = first.len() == SOLID && first.iter().all(u8::is_ascii_alphanumeric);
    let marked = scan.unmarked_end(from) < from + length;
    (solid || marked).then_some(end)
}

fn two_parts(scan: &mut Scan<'_>, from: usize, least: usize) -> Option<usize> {
    scan.byte(from)?;
    let dot = scan.token_end(from);
    if dot < from + least || scan.byte(dot) != Some(b'.') || dot + 1 >= scan.bytes.len() {
        return None;
    }
    let end = scan.token_end(dot + 1);
    (end >= dot + 1 + least).then_some(end)
}

fn capitals(scan: &Scan<'_>, from: usize, exact: usize) -> Option<usize> {
    let key = scan.bytes.get(from..from + exact)?;
    let fits = key
        .iter()
        .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    let ends = !scan
        .byte(from + exact)
        .is_some_and(|byte| byte.is_ascii_alphanumeric());
    (fits && ends && key.iter().any(u8::is_ascii_digit)).then_some(from + exact)
}

/// Base64 goes on past what a token holds.
fn with_padding(bytes: &[u8], end: usize) -> usize {
    let tail = bytes[end..].iter();
    end + tail
        .take_while(|byte| matches!(byte, b'+' | b'/' | b'=') || byte.is_ascii_alphanumeric())
        .count()
}

/// JWS and JWE in compact form, also unsigned.
fn web_token(scan: &mut Scan<'_>, at: usize) -> Option<usize> {
    let rest = &scan.bytes[at..];
    if !(rest.starts_with(b"eyJ") || rest.starts_with(b"eyA") || rest.starts_with(b"ewo")) {
        return None;
    }
    let mut end = scan.token_end(at);
    if end < at + 8 {
        return None;
    }
    let mut dots = 0;
    let mut longest = 0;
    while dots < 4 && scan.byte(end) == Some(b'.') {
        let part = end + 1;
        end = if part < scan.bytes.len() {
            scan.token_end(part)
        } else {
            part
        };
        longest = longest.max(end - part);
        dots += 1;
    }
    let is_token = longest >= 8 || (dots >= 2 && longest >= 3);
    if !is_token {
        return None;
    }
    if dots > 2 && scan.bytes[end - 1] == b'.' {
        end -= 1;
    }
    Some(scan.hide(at..with_padding(scan.bytes, end)))
}

/// Keys that begin with `sk-`; package names such as `sk-learn-contrib` stay.
fn sk_key(scan: &mut Scan<'_>, at: usize) -> Option<usize> {
    if at < scan.no_sk_before {
        return None;
    }
    let end = scan.token_end(at);
    let rest = &scan.bytes[at + 3..end];
    let vendors: [&[u8]; 6] = [b"ant-", b"proj-", b"or-v", b"svcacct-", b"admin-", b"lf-"];
    let known = vendors.iter().any(|vendor| rest.starts_with(vendor)) && rest.len() >= 14;
    let longest = rest
        .split(|byte| !byte.is_ascii_alphanumeric())
        .map(<[u8]>::len)
        .max();
    let has = |kind: fn(&u8) -> bool| rest.iter().any(kind);
    let mixed = has(u8::is_ascii_digit) && has(u8::is_ascii_uppercase) && rest.len() >= 16;
    let package = rest.starts_with(b"learn") && !mixed;
    let solid = longest >= Some(16) || (longest >= Some(10) && has(u8::is_ascii_digit));
    if !package && (known || mixed || solid) {
        return Some(scan.hide(at..end));
    }
    scan.no_sk_before = end;
    None
}
