/// Words that stand after `password:` or `Bearer` in prose and documentation. By first letter.
fn prose(first: u8) -> &'static [&'static str] {
    match first {
        b'a' => &[
            "a",
            "absent",
            "accepted",
            "access",
            "all",
            "an",
            "and",
            "any",
            "are",
            "array",
            "as",
            "at",
            "auth",
            "authentication",
            "authorization",
        ],
        b'b' => &[
            "bad", "based", "basic", "be", "bearer", "boolean", "both", "bytes",
        ],
        b'c' => &["can", "cannot", "challenge", "credential", "credentials"],
        b'd' => &["digest", "disabled", "does"],
        b'e' => &["empty", "enabled", "error", "expected", "expired"],
        b'f' => &[
            "failed",
            "false",
            "field",
            "flow",
            "for",
            "forbidden",
            "format",
        ],
        b'g' => &["grant"],
        b'h' => &["has", "header", "headers", "hidden"],
        b'i' => &[
            "if",
            "in",
            "incorrect",
            "int",
            "integer",
            "invalid",
            "is",
            "it",
            "its",
        ],
        b'm' => &[
            "malformed",
            "masked",
            "max",
            "maybe",
            "min",
            "mismatch",
            "missing",
            "must",
        ],
        b'n' => &[
            "needed", "never", "nil", "no", "none", "not", "null", "number",
        ],
        b'o' => &[
            "object", "of", "ok", "on", "one", "only", "opaque", "optional", "or",
        ],
        b'p' => &["prefix", "present", "provided"],
        b'q' => &["query"],
        b'r' => &["realm", "redacted", "rejected", "required"],
        b's' => &[
            "scheme", "schemes", "see", "sent", "set", "should", "some", "str", "string", "style",
        ],
        b't' => &[
            "text", "that", "the", "this", "to", "token", "tokens", "too", "true", "type",
        ],
        b'u' => &[
            "undefined",
            "unknown",
            "unset",
            "unsupported",
            "use",
            "used",
        ],
        b'v' => &["valid", "value"],
        b'w' => &[
            "was", "what", "when", "where", "which", "will", "with", "wrong",
        ],
        b'y' => &["you", "your"],
        _ => &[],
    }
}

/// Ends of English words that no generated secret is likely to have.
const WORD_ENDS: &[&[u8]] = &[
    b"tion", b"tions", b"ment", b"ments", b"ing", b"ity", b"ness", b"ture", b"able", b"ware",
    b"ized", b"ised", b"ally", b"ence", b"ance", b"ical", b"less",
];

/// The most characters of a value that are looked at.
const LOOK: usize = 96;

/// Whether a word is a word of prose after a name, and not a value.
pub(super) fn is_prose(word: &[u8]) -> bool {
    let Some(first) = word.first() else {
        return false;
    };
    let known = prose(first.to_ascii_lowercase());
    known
        .iter()
        .any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
}

/// A quick no for the words of prose: a secret has a digit, an inner capital, a sign of base64,
/// quotes around it, or is long.
pub(super) fn may_be_secret(bytes: &[u8]) -> bool {
    let word = bytes.iter().take_while(|byte| **byte > b' ').take(20);
    let mut len = 0;
    for (place, byte) in word.enumerate() {
        let marked = match byte {
            b'a'..=b'z' => false,
            b'A'..=b'Z' => place > 0,
            _ => !matches!(byte, b'.' | b',' | b';' | b':' | b'!' | b'?' | b')'),
        };
        if marked {
            return true;
        }
        len = place + 1;
    }
    len >= 20
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
        _ => is_named_constant(value) || is_type(value),
    }
}

/// The type of a parameter in code.
fn is_type(value: &[u8]) -> bool {
    matches!(value, b"&str" | b"&String")
}

/// `YOUR_API_KEY`: capitals joined by underscores, no digit.
fn is_named_constant(value: &[u8]) -> bool {
    value.contains(&b'_')
        && value
            .iter()
            .all(|byte| byte.is_ascii_uppercase() || *byte == b'_')
}

/// What a value is made of.
#[derive(Default)]
struct Makeup {
    len: usize,
    digits: usize,
    letters: usize,
    inner_upper: bool,
    lower: bool,
    /// The longest run of letters and digits.
    longest: usize,
    base64: bool,
}

fn makeup(value: &[u8]) -> Makeup {
    let mut made = Makeup {
        len: value.len(),
        base64: value.ends_with(b"="),
        ..Makeup::default()
    };
    let mut run = 0;
    for (place, byte) in value.iter().take(LOOK).enumerate() {
        match byte {
            b'0'..=b'9' => made.digits += 1,
            b'a'..=b'z' => made.lower = true,
            b'A'..=b'Z' => made.inner_upper |= place > 0,
            _ => {
                made.base64 |= *byte == b'+';
                run = 0;
                continue;
            }
        }
        made.letters += usize::from(byte.is_ascii_alphabetic());
        run += 1;
        made.longest = made.longest.max(run);
    }
    made
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

pub(super) fn is_uuid(value: &[u8]) -> bool {
    value.len() == 36
        && value.iter().enumerate().all(|(place, byte)| match place {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_prose_are_known_in_any_case() {
        assert!(is_prose(b"Required") && is_prose(b"a") && !is_prose(b"hunter"));
        assert!(
            (b'a'..=b'z').all(|letter| prose(letter).iter().all(|w| w.as_bytes()[0] == letter))
        );
    }
}
