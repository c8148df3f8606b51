/// What the name of a value says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sensitivity {
    /// Nothing.
    No,
    /// It may be a secret if it looks like one: `key`, `signature`.
    Weak,
    /// A few digits under this name are a secret: `cvv`, `otp`.
    Digits,
    /// A secret, though the word is also talked about: `token`.
    Token,
    /// A secret.
    Strong,
    /// The value of an `Authorization` header.
    Authorization,
    /// The value of a `Cookie` or `Set-Cookie` header.
    Cookie,
}

const MAX_NAME: usize = 64;

/// A name that holds one of these is sensitive. By first letter.
fn held(first: u8) -> &'static [&'static str] {
    match first {
        b'a' => &[
            "apikey",
            "accesskey",
            "accountkey",
            "authkey",
            "authtoken",
            "accesstoken",
        ],
        b'b' => &["bearertoken", "backupcode"],
        b'c' => &[
            "credential",
            "connectionstring",
            "csrftoken",
            "cardnumber",
            "creditcard",
            "ccnumber",
        ],
        b'e' => &["encryptionkey"],
        b'i' => &["idtoken"],
        b'k' => &["kennwort"],
        b'l' => &["licensekey"],
        b'm' => &["masterkey", "mnemonic"],
        b'p' => &["password", "passwd", "passphrase", "passcode", "privatekey"],
        b'r' => &["refreshtoken", "recoverycode"],
        b's' => &[
            "secret",
            "secretkey",
            "signingkey",
            "servicekey",
            "sshkey",
            "sessiontoken",
            "securitytoken",
            "securitycode",
            "seedphrase",
        ],
        b'x' => &["xsrftoken"],
        _ => &[],
    }
}

/// A name that ends so is sensitive.
const ENDS: &[&str] = &["pwd", "jsessionid", "phpsessid", "sessid", "jwt"];

/// Names that are sensitive as a whole.
const WHOLE: &[&str] = &[
    "pass", "ssn", "pw", "psw", "bearer", "xauth", "dbpass", "userpass", "passwort", "pat",
];

/// A name that ends so tells something about a secret, but is none. By last letter.
fn about(last: u8) -> &'static [&'static str] {
    match last {
        b'd' => &[
            "required", "expired", "enabled", "field", "changed", "valid",
        ],
        b'e' => &[
            "type", "file", "age", "name", "scheme", "page", "storage", "service", "usage",
        ],
        b'g' => &["missing"],
        b'h' => &["length", "strength", "path"],
        b'i' => &["uri"],
        b'l' => &["url", "label"],
        b'n' => &["expiresin", "stdin", "rotation", "version", "min"],
        b'r' => &[
            "error",
            "placeholder",
            "header",
            "manager",
            "provider",
            "cutter",
            "banner",
        ],
        b's' => &["expires", "errors", "status", "rules", "tokens"],
        b't' => &[
            "count",
            "expiresat",
            "endpoint",
            "limit",
            "format",
            "reset",
            "present",
            "consent",
        ],
        b'x' => &["max"],
        b'y' => &["policy", "expiry"],
        _ => &[],
    }
}

/// Tokens that mark a place in a list, or are counted.
const HARMLESS_TOKENS: &[&str] = &[
    "pagetoken",
    "nexttoken",
    "continuationtoken",
    "cursortoken",
    "synctoken",
    "canceltoken",
    "cancellationtoken",
    "unexpectedtoken",
    "invalidtoken",
    "skiptoken",
    "resumetoken",
    "pertoken",
    "maxtoken",
    "stoptoken",
    "eostoken",
    "padtoken",
    "markertoken",
    "paginationtoken",
];

/// What a name, in any case and with any separators, says about its value.
pub(super) fn sensitivity(name: &[u8]) -> Sensitivity {
    let mut buffer = [0; MAX_NAME];
    let squashed = squash(name, &mut buffer);
    if squashed.len() < 2 || !may_matter(squashed) {
        return Sensitivity::No;
    }
    classify(std::str::from_utf8(squashed).unwrap_or_default())
}

/// Lower case, letters and digits only; of a very long name the end.
fn squash<'b>(name: &[u8], buffer: &'b mut [u8; MAX_NAME]) -> &'b [u8] {
    let tail = &name[name.len().saturating_sub(2 * MAX_NAME)..];
    let mut start = MAX_NAME;
    for byte in tail
        .iter()
        .rev()
        .filter(|byte| byte.is_ascii_alphanumeric())
    {
        if start == 0 {
            break;
        }
        start -= 1;
        buffer[start] = byte.to_ascii_lowercase();
    }
    &buffer[start..]
}

/// A quick no for most names: every word of the tables has a letter that few others have where
/// it counts.
fn may_matter(squashed: &[u8]) -> bool {
    squashed.len() < 5
        || squashed.windows(2).any(|pair| {
            matches!(
                pair,
                b"pa"
                    | b"se"
                    | b"cr"
                    | b"ke"
                    | b"ok"
                    | b"to"
                    | b"ar"
                    | b"au"
                    | b"co"
                    | b"wd"
                    | b"jw"
                    | b"si"
                    | b"mn"
                    | b"sn"
                    | b"be"
                    | b"nn"
                    | b"cv"
                    | b"ot"
            )
        })
}

fn classify(name: &str) -> Sensitivity {
    match name {
        "token" => return Sensitivity::Token,
        "password" | "secret" => return Sensitivity::Strong,
        _ => {}
    }
    let last = name.as_bytes().last().copied().unwrap_or(0);
    if about(last).iter().any(|end| name.ends_with(end)) {
        return Sensitivity::No;
    }
    if is_authorization(name) {
        return Sensitivity::Authorization;
    }
    if name.ends_with("cookie") || name.ends_with("cookies") {
        return Sensitivity::Cookie;
    }
    let is_strong = holds_a_secret(name.as_bytes())
        || ENDS.iter().any(|end| name.ends_with(end))
        || WHOLE.contains(&name);
    if is_strong && !is_other_word(name) {
        return Sensitivity::Strong;
    }
    match name {
        "cvv" | "cvc" | "cvv2" | "cvc2" | "csc" | "pin" | "otp" | "cardcvv" | "cardcvc" => {
            Sensitivity::Digits
        }
        "auth" | "xauth" => Sensitivity::Token,
        "key" | "sig" | "sharedaccesssignature" => Sensitivity::Weak,
        _ if name.ends_with("signature") => Sensitivity::Weak,
        _ if name.ends_with("token") && !HARMLESS_TOKENS.iter().any(|t| name.ends_with(t)) => {
            Sensitivity::Token
        }
        _ => Sensitivity::No,
    }
}

fn holds_a_secret(name: &[u8]) -> bool {
    name.windows(2).enumerate().any(|(at, pair)| {
        let may_begin = |word: &&&str| word.as_bytes()[1] == pair[1];
        let mut words = held(pair[0]).iter().filter(may_begin);
        words.any(|word| name[at..].starts_with(word.as_bytes()))
    })
}

fn is_authorization(name: &str) -> bool {
    name.ends_with("authorization") || name.ends_with("authorisation")
}

/// `secretary` and its like.
fn is_other_word(name: &str) -> bool {
    let name = name.as_bytes();
    let Some(at) = name.windows(6).position(|word| word == b"secret") else {
        return false;
    };
    let rest = &name[at + 6..];
    [b"ar".as_slice(), b"ion", b"iv"]
        .iter()
        .any(|part| rest.starts_with(part))
}

#[cfg(test)]
mod tests {
    use super::{Sensitivity, sensitivity};

    #[test]
    fn names_are_sensitive_in_any_case_and_with_any_separator() {
        for name in [
            "password",
            "PASSWORD",
            "db_password",
            "DB-Passwd",
            "userPassword",
            "user password",
            "api_key",
            "X-API-Key",
            "apiKey",
            "APIKEY",
            "api.key",
            "client_secret",
            "private-key",
            "privateKey",
            "aws_secret_access_key",
            "passphrase",
            "refreshToken",
            "pwd",
            "cardNumber",
            "password_confirmation",
            "new_password",
            "credentials",
            "secrets",
        ] {
            assert_eq!(sensitivity(name.as_bytes()), Sensitivity::Strong, "{name}");
        }
        for name in [
            "Authorization",
            "proxy-authorization",
            "PROXY_AUTHORIZATION",
        ] {
            assert_eq!(
                sensitivity(name.as_bytes()),
                Sensitivity::Authorization,
                "{name}"
            );
        }
        assert_eq!(sensitivity(b"Set-Cookie"), Sensitivity::Cookie);
        assert_eq!(sensitivity(b"cvv"), Sensitivity::Digits);
        assert_eq!(sensitivity(b"device_token"), Sensitivity::Token);
    }

    #[test]
    fn names_that_only_talk_about_secrets_are_not() {
        for name in [
            "",
            "goal",
            "max_tokens",
            "prompt_tokens",
            "page_token",
            "nextPageToken",
            "secretary",
            "password_policy",
            "token_type",
            "password_min_length",
            "compass",
            "bypass",
            "author",
            "keyboard",
            "monkey",
            "cookie_name",
            "authorization_endpoint",
            "tokenizer",
            "spin",
        ] {
            assert_eq!(sensitivity(name.as_bytes()), Sensitivity::No, "{name}");
        }
    }
}
