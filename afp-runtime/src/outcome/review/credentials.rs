//! Does a note carry a credential?

/// Words that are credentials by their prefix, and the fewest characters that follow it.
const PREFIXES: &[(&str, usize)] = &[
    ("af_live_", 8),
    ("afr2_", 8),
    ("sk_live_", 8),
    ("sk_test_", 8),
    ("pk_live_", 8),
    ("pk_test_", 8),
    ("rk_live_", 8),
    ("rk_test_", 8),
    ("ghp_", 16),
    ("gho_", 16),
    ("ghu_", 16),
    ("ghs_", 16),
    ("ghr_", 16),
    ("github_pat_", 16),
    ("glpat-", 16),
    ("xoxa-", 8),
    ("xoxb-", 8),
    ("xoxe-", 8),
    ("xoxp-", 8),
    ("xoxr-", 8),
    ("xoxs-", 8),
    ("xapp-", 8),
    ("AKIA", 16),
    ("ASIA", 16),
    ("AIza", 30),
    ("ya29.", 16),
    ("GOCSPX-", 16),
    ("npm_", 30),
    ("pypi-", 30),
    ("hf_", 30),
    ("SG.", 30),
    ("whsec_", 16),
];

/// Names whose value is a secret, compared without case and separators.
const NAMES: &[&str] = &[
    "accesstoken",
    "apikey",
    "apitoken",
    "authorization",
    "authtoken",
    "clientsecret",
    "cookie",
    "passphrase",
    "passwd",
    "password",
    "privatekey",
    "pwd",
    "refreshtoken",
    "secret",
    "secretkey",
    "sessiontoken",
    "setcookie",
    "token",
];

/// Whether a text carries something that looks like a key, token or password.
///
/// Prose about credentials ("the bearer scheme", "password: required") passes. The text is read
/// once or a few times; time is linear in its length.
#[must_use]
pub fn carries_credential(text: &str) -> bool {
    text.contains("-----BEGIN") && text.contains("PRIVATE KEY")
        || words(text).any(is_credential)
        || has_scheme(text)
        || has_user_info(text)
        || has_named_secret(text)
}

/// Runs of the characters that tokens are made of.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !is_token(c))
        .filter(|word| word.len() >= 8)
}

fn is_token(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '~' | '+' | '/' | '=')
}

fn is_credential(word: &str) -> bool {
    // A path or an assignment may stand before the credential.
    word.split(['/', '=']).any(has_known_prefix) || is_jwt(word) || is_sk(word)
}

fn has_known_prefix(word: &str) -> bool {
    PREFIXES.iter().any(|(prefix, least)| {
        word.strip_prefix(prefix)
            .is_some_and(|rest| rest.len() >= *least)
    })
}

/// `sk-` and a key: long, with a digit (`sk-learn-compatible-estimators` is none).
fn is_sk(word: &str) -> bool {
    let key = word.split('=').next_back().unwrap_or_default();
    key.strip_prefix("sk-")
        .is_some_and(|rest| rest.len() >= 16 && rest.bytes().any(|byte| byte.is_ascii_digit()))
}

fn is_jwt(word: &str) -> bool {
    let start = word.find("eyJ");
    start.is_some_and(|start| {
        let mut parts = word[start..].split('.');
        let head = parts.next().unwrap_or_default();
        let body = parts.next().unwrap_or_default();
        head.len() >= 10 && body.len() >= 4 && parts.next().is_some()
    })
}

/// `Bearer …` and `Basic …`, in any case, followed by what can be a token.
fn has_scheme(text: &str) -> bool {
    let mut words = text
        .split_whitespace()
        .map(|word| word.trim_matches(is_wrapping))
        .peekable();
    while let Some(word) = words.next() {
        let scheme = word.rsplit([':', '=', '"']).next().unwrap_or_default();
        let Some(next) = words.peek() else { break };
        let bearer = scheme.eq_ignore_ascii_case("bearer") && looks_random(next);
        let basic = scheme.eq_ignore_ascii_case("basic") && is_basic(next);
        if bearer || basic {
            return true;
        }
    }
    false
}

fn is_wrapping(c: char) -> bool {
    matches!(
        c,
        '"' | '\'' | '`' | '(' | ')' | '<' | '>' | ',' | ';' | '[' | ']' | '{' | '}'
    )
}

fn looks_random(word: &str) -> bool {
    word.len() >= 8
        && word.chars().all(is_token)
        && (word
            .bytes()
            .any(|byte| byte.is_ascii_digit() || byte == b'+' || byte == b'=')
            || word.len() >= 20)
}

fn is_basic(word: &str) -> bool {
    use base64::{Engine, alphabet, engine};
    const LENIENT: engine::GeneralPurpose = engine::GeneralPurpose::new(
        &alphabet::STANDARD,
        engine::GeneralPurposeConfig::new()
            .with_decode_padding_mode(engine::DecodePaddingMode::Indifferent)
            .with_decode_allow_trailing_bits(true),
    );
    word.len() >= 4
        && LENIENT
            .decode(word)
            .is_ok_and(|plain| plain.contains(&b':'))
}

/// `scheme://user:password@host`.
fn has_user_info(text: &str) -> bool {
    text.split("://").skip(1).any(|rest| {
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#'));
        let authority = &rest[..end.unwrap_or(rest.len())];
        let user = authority.rsplit_once('@').map(|(user, _)| user);
        user.and_then(|user| user.split_once(':'))
            .is_some_and(|(_, password)| !password.is_empty())
    })
}

/// `name=value` and `name: value` with the name of a secret. After a colon, where prose stands
/// too, the value must look random.
fn has_named_secret(text: &str) -> bool {
    text.char_indices()
        .filter(|(_, c)| matches!(c, '=' | ':'))
        .any(|(at, sign)| {
            let value = text[at + 1..].trim_start_matches([' ', '"', '\'', '\\']);
            let end = value.find(|c: char| !is_token(c)).unwrap_or(value.len());
            let value = &value[..end];
            let secret = if sign == '=' {
                value.len() >= 4
            } else {
                looks_random(value)
            };
            secret && ends_with_name(&text[..at])
        })
}

fn ends_with_name(before: &str) -> bool {
    let before = before.trim_end_matches([' ', '"', '\'', '\\']);
    let mut word: Vec<u8> = before
        .bytes()
        .rev()
        .take(40)
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
        .filter(u8::is_ascii_alphanumeric)
        .map(|byte| byte.to_ascii_lowercase())
        .collect();
    word.reverse();
    NAMES.iter().any(|name| word.ends_with(name.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::carries_credential;

    #[test]
    fn credentials_are_found() {
        for text in [
            "key af_live_0123456789abcdef0123456789abcdef_x was refused",
            "afr2_0123456789abcdef0123456789abcdef.eyJ2Ijox.abc did not work",
            "authorization: bearer AAAA+BBBB/CCCC==",
            "Sent `BEARER abcdef123456`, got 401",
            "Authorization: Basic dXNlcjpwYXNz",
            "the token eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0. was refused",
            "OPENAI sk-proj-abcdEFGH1234ijklMNOP",
            "used sk_live_4242424242424242",
            "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
            "AKIAIOSFODNN7EXAMPLE in the header",
            "https://user:hunter2@db.example/x is unreachable",
            "password=hunter2 did not work",
            "called with ?api_key=abcd1234",
            r#"sent {"client_secret": "a1b2c3d4e5"}"#,
            "-----BEGIN RSA PRIVATE KEY----- MIIE",
        ] {
            assert!(carries_credential(text), "{text}");
        }
    }

    #[test]
    fn prose_about_credentials_passes() {
        for text in [
            "Basic authentication was documented well",
            "the bearer scheme worked",
            "Bearer authentication worked",
            "password: required, but the docs do not say so",
            "the sk-learn-compatible-estimators package",
            "sent ?token=<page token> as documented",
            "order 018f1f2e-7b4a-7c12-9c8d-123456789abc at 1790000000005",
            "git@host:org/repo.git cloned; serde 1.0.229",
            "see https://docs.example/a:b@c for the format",
            "the token was refused: expired after two hours",
        ] {
            assert!(!carries_credential(text), "{text}");
        }
    }
}
