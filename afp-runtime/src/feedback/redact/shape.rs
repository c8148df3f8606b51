/// Words that stand after `password:` or `Bearer` in prose and documentation.
const PROSE: &[&[u8]] = &[
    b"a",
    b"absent",
    b"access",
    b"accepted",
    b"all",
    b"an",
    b"and",
    b"any",
    b"are",
    b"array",
    b"as",
    b"at",
    b"auth",
    b"authentication",
    b"authorization",
    b"bad",
    b"based",
    b"be",
    b"boolean",
    b"both",
    b"bytes",
    b"can",
    b"cannot",
    b"challenge",
    b"credential",
    b"credentials",
    b"disabled",
    b"does",
    b"empty",
    b"enabled",
    b"error",
    b"expected",
    b"expired",
    b"failed",
    b"false",
    b"field",
    b"flow",
    b"for",
    b"format",
    b"forbidden",
    b"grant",
    b"has",
    b"header",
    b"headers",
    b"hidden",
    b"if",
    b"in",
    b"incorrect",
    b"int",
    b"integer",
    b"invalid",
    b"is",
    b"it",
    b"its",
    b"malformed",
    b"masked",
    b"max",
    b"maybe",
    b"min",
    b"mismatch",
    b"missing",
    b"must",
    b"needed",
    b"never",
    b"nil",
    b"no",
    b"none",
    b"not",
    b"null",
    b"number",
    b"object",
    b"of",
    b"ok",
    b"on",
    b"one",
    b"only",
    b"opaque",
    b"optional",
    b"or",
    b"prefix",
    b"present",
    b"provided",
    b"query",
    b"realm",
    b"redacted",
    b"rejected",
    b"required",
    b"scheme",
    b"schemes",
    b"see",
    b"sent",
    b"set",
    b"should",
    b"some",
    b"str",
    b"string",
    b"style",
    b"text",
    b"that",
    b"the",
    b"this",
    b"to",
    b"token",
    b"tokens",
    b"too",
    b"true",
    b"type",
    b"undefined",
    b"unknown",
    b"unset",
    b"unsupported",
    b"use",
    b"used",
    b"valid",
    b"value",
    b"was",
    b"what",
    b"when",
    b"where",
    b"which",
    b"will",
    b"with",
    b"wrong",
    b"you",
    b"your",
];

/// Ends of English words that no generated secret is likely to have.
const WORD_ENDS: &[&[u8]] = &[
    b"tion", b"tions", b"ment", b"ments", b"ing", b"ity", b"ness", b"ture", b"able", b"ware",
    b"ized", b"ised", b"ally", b"ence", b"ance", b"ical", b"less",
];

/// The most characters of a value that are looked at.
const LOOK: usize = 96;

/// Whether a word is a word of prose after a name, and not a value.
pub(super) fn is_prose(word: &[u8]) -> bool {
    let mut lower = [0; 16];
    let Some(lower) = lower.get_mut(..word.len()) else {
        return false;
    };
    lower.copy_from_slice(word);
    lower.make_ascii_lowercase();
    PROSE.iter().any(|known| *known == &*lower)
}

/// Whether a value stands for one: `<token>`, `${TOKEN}`, `{{token}}`, `****`, `...`, `YOUR_KEY`.
pub(super) fn is_placeholder(value: &[u8]) -> bool {
    let value = &value[..value.len().min(LOOK)];
    match value {
        [] | [b'<' | b'{' | b'$', ..] | [b'%', b's' | b'd' | b'(' | b'{', ..] => true,
        [b'[', ..] => value.starts_with(b"[REDACTED") || value.starts_with(b"[redacted"),
        [first @ (b'*' | b'.' | b'x' | b'X' | b'_' | b'-'), ..] => {
            value.iter().all(|byte| byte == first)
        }
        _ if value.starts_with("…".as_bytes()) || value.starts_with("•".as_bytes()) => true,
        _ => is_named_constant(value),
    }
}

/// `YOUR_API_KEY`: capitals joined by underscores, no digit.
fn is_named_constant(value: &[u8]) -> bool {
    value.contains(&b'_')
        && value
            .iter()
            .all(|byte| byte.is_ascii_uppercase() || *byte == b'_')
}

/// What a value is made of.
struct Makeup {
    len: usize,
    digits: usize,
    letters: usize,
    inner_upper: bool,
    lower: bool,
    longest: usize,
    base64: bool,
}

fn makeup(value: &[u8]) -> Makeup {
    let seen = &value[..value.len().min(LOOK)];
    let count = |kind: fn(&u8) -> bool| seen.iter().filter(|byte| kind(byte)).count();
    Makeup {
        len: value.len(),
        digits: count(u8::is_ascii_digit),
        letters: count(u8::is_ascii_alphabetic),
        inner_upper: seen.iter().skip(1).any(u8::is_ascii_uppercase),
        lower: seen.iter().any(u8::is_ascii_lowercase),
        longest: seen
            .split(|byte| !byte.is_ascii_alphanumeric())
            .map(<[u8]>::len)
            .max()
            .unwrap_or(0),
        base64: seen.contains(&b'+') || value.ends_with(b"="),
    }
}

/// Whether a value looks generated or chosen as a secret, and not like a word of prose.
pub(super) fn looks_secret(value: &[u8]) -> bool {
    if is_placeholder(value) || is_prose(value) || is_version(value) || is_uuid(value) {
        return false;
    }
    let Makeup {
        len,
        digits,
        letters,
        inner_upper,
        lower,
        longest,
        base64,
    } = makeup(value);
    (digits > 0 && letters > 0 && len >= 6)
        || (digits >= 8)
        || (inner_upper && lower && longest >= 8)
        || (base64 && len >= 8)
        || longest >= 20
}

/// Whether what follows `Bearer` is a credential.
pub(super) fn is_bearer_value(value: &[u8]) -> bool {
    if is_placeholder(value) || is_prose(value) || is_version(value) || value.len() < 6 {
        return false;
    }
    let Makeup {
        digits,
        letters,
        inner_upper,
        lower,
        longest,
        base64,
        ..
    } = makeup(value);
    if digits > 0 || base64 || (inner_upper && lower) {
        return !value.starts_with(b"RFC");
    }
    let is_word = WORD_ENDS.iter().any(|end| value.ends_with(end));
    letters > 0 && longest >= 8 && (!is_word || longest >= 20)
}

fn is_version(value: &[u8]) -> bool {
    let digits = value.strip_prefix(b"v").unwrap_or(value);
    let numeric = digits
        .iter()
        .all(|byte| byte.is_ascii_digit() || *byte == b'.');
    numeric && digits.contains(&b'.')
}

fn is_uuid(value: &[u8]) -> bool {
    value.len() == 36
        && value.iter().enumerate().all(|(place, byte)| match place {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}
