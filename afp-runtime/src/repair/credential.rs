//! Which names look like those of credentials.

use super::names::member_distance;

/// Written together, whatever stands around them.
const PARTS: [&str; 27] = [
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "secret",
    "credential",
    "apikey",
    "accesskey",
    "privatekey",
    "secretkey",
    "signingkey",
    "encryptionkey",
    "authorization",
    "authentication",
    "bearer",
    "cookie",
    "sessionid",
    "sessionkey",
    "accesstoken",
    "refreshtoken",
    "idtoken",
    "authtoken",
    "mnemonic",
    "seedphrase",
    "cardnumber",
    "creditcard",
    "socialsecurity",
];

/// Only as a word of their own.
const WORDS: [&str; 13] = [
    "pwd", "pass", "pw", "auth", "jwt", "pin", "otp", "totp", "cvv", "cvc", "csc", "ssn", "iban",
];

/// A `token` beside one of these is counted, not kept secret.
const COUNTERS: [&str; 10] = [
    "max", "min", "count", "total", "limit", "used", "num", "per", "budget", "input",
];

/// The long ones, which are recognised when misspelt, too.
const SLIPS: [&str; 9] = [
    "password",
    "passphrase",
    "passwd",
    "secret",
    "credential",
    "credentials",
    "authorization",
    "apikey",
    "cookie",
];

/// Whether a text names a credential anywhere: JSON in a string, a form, a header field. What
/// stands beside the name may be its value.
pub(crate) fn mentions_credential(text: &str) -> bool {
    let in_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.');
    text.split(|letter| !in_name(letter))
        .any(|word| !word.is_empty() && looks_like_credential(word))
}

/// Whether the value of a member of this name is kept out of every part of an answer.
///
/// A guess by the name alone, on the safe side: `pasword` counts, `author` and `maxTokens` do not.
pub(crate) fn looks_like_credential(name: &str) -> bool {
    let words = super::names::words(name);
    let joined = words.concat();
    let has_word = |list: &[&str]| words.iter().any(|word| list.contains(&singular(word)));
    if PARTS.iter().any(|part| joined.contains(part)) {
        return true;
    }
    let slipped = |name: &str| {
        SLIPS
            .iter()
            .any(|slip| member_distance(name, slip).is_some())
    };
    if slipped(&joined) || words.iter().any(|word| slipped(word)) {
        return true;
    }
    let token = has_word(&["token"]) || words.iter().any(|word| is_slip_of_token(word));
    (token && !has_word(&COUNTERS)) || has_word(&WORDS)
}

fn singular(word: &str) -> &str {
    let word = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    word.strip_suffix('s')
        .filter(|rest| rest.len() > 2)
        .unwrap_or(word)
}

/// `tokn`, `tooken`; not `taken`.
fn is_slip_of_token(word: &str) -> bool {
    let changed = word.len() == 5 && !["tokne", "tkoen", "otken"].contains(&word);
    !changed && member_distance(word, "token").is_some()
}

#[cfg(test)]
mod tests {
    use super::looks_like_credential;

    #[test]
    fn credentials_are_known_in_every_style() {
        for name in [
            "password",
            "Password",
            "user_password",
            "newPassword2",
            "pasword",
            "passwrod",
            "pwd",
            "apiKey",
            "api_key",
            "API-KEY",
            "x-api-key",
            "token",
            "access_token",
            "authToken",
            "tokens",
            "tokn",
            "secret",
            "clientSecret",
            "secrt",
            "Authorization",
            "authorisation",
            "cookie",
            "cvv",
            "pin",
            "ssn",
            "cardNumber",
            "private_key",
            "privateKeyPem",
            "jwt",
            "credentials",
            "credental",
            "seedPhrase",
            "otp",
            "auth",
        ] {
            assert!(looks_like_credential(name), "{name}");
        }
    }

    #[test]
    fn other_names_are_not() {
        for name in [
            "author",
            "maxTokens",
            "max_tokens",
            "token_count",
            "quantity",
            "pinned",
            "shipping",
            "passenger",
            "compass",
            "monkey",
            "secretary_x",
            "taken",
            "spin",
            "keyboard",
            "name",
            "bypass_x",
            "broken",
            "expand",
        ] {
            let is_part = name.contains("secret");
            assert_eq!(looks_like_credential(name), is_part, "{name}");
        }
    }
}
