//! The product key (protocol 3 §1).

use std::{fmt, str::FromStr};

use sha2::{Digest, Sha256};
use thiserror::Error;

const PREFIX: &str = "af_live_";
const ID_LENGTH: usize = 32;
const MIN_SECRET: usize = 20;
const MAX_KEY: usize = 512;

/// The secret that names a product and signs its capabilities:
/// `af_live_` + 32 lower-case hex digits + `_` + a secret of at least 20 characters.
///
/// Checked and hashed once, when it is made; `Debug` shows the key id only.
///
/// ```
/// use afp_runtime::outcome::ProductKey;
///
/// let key: ProductKey =
///     "af_live_0123456789abcdef0123456789abcdef_a-secret-of-20-characters".parse()?;
/// assert_eq!(key.id(), "0123456789abcdef0123456789abcdef");
/// assert!(!format!("{key:?}").contains("secret-of"));
/// # Ok::<(), afp_runtime::outcome::InvalidProductKey>(())
/// ```
#[derive(Clone)]
pub struct ProductKey {
    text: Box<str>,
    hash: [u8; 32],
}

/// Why a text is not a product key. Never repeats the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidProductKey {
    /// Another prefix.
    #[error("a product key starts with `af_live_`")]
    Prefix,
    /// The key id has another length or alphabet.
    #[error("after `af_live_` a product key has 32 lower-case hex digits and `_`")]
    Id,
    /// The secret is too short, too long, or can't stand in a header.
    #[error("the secret of a product key has 20 to 471 visible ASCII characters")]
    Secret,
}

impl ProductKey {
    /// Bytes of entropy that [`ProductKey::from_entropy`] takes.
    pub const ENTROPY: usize = 40;

    /// Makes a key out of bytes of a cryptographic random source.
    #[must_use]
    pub fn from_entropy(entropy: &[u8; Self::ENTROPY]) -> Self {
        use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

        let (id, secret) = entropy.split_at(ID_LENGTH / 2);
        let mut text = String::with_capacity(PREFIX.len() + ID_LENGTH + 1 + 32);
        text.push_str(PREFIX);
        for byte in id {
            text.push(char::from(HEX[usize::from(byte >> 4)]));
            text.push(char::from(HEX[usize::from(byte & 15)]));
        }
        text.push('_');
        URL_SAFE_NO_PAD.encode_string(secret, &mut text);
        Self::hashed(text.into())
    }

    fn hashed(text: Box<str>) -> Self {
        let hash = Sha256::digest(text.as_bytes()).into();
        Self { text, hash }
    }

    /// The 32 hex digits that name the key in public.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.text[PREFIX.len()..PREFIX.len() + ID_LENGTH]
    }

    /// SHA-256 of the whole key: what a collector stores, and the key that signs. As secret as the
    /// key itself.
    #[must_use]
    pub fn hash(&self) -> &[u8; 32] {
        &self.hash
    }

    /// The whole key, for the `Authorization` header of telemetry. Keep it out of logs.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.text
    }
}

const HEX: &[u8; 16] = b"0123456789abcdef";

/// Whether this is a key id: 32 lower-case hex digits.
pub(crate) fn is_key_id(text: &str) -> bool {
    text.len() == ID_LENGTH && text.bytes().all(|byte| HEX.contains(&byte))
}

impl FromStr for ProductKey {
    type Err = InvalidProductKey;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let rest = text.strip_prefix(PREFIX).ok_or(InvalidProductKey::Prefix)?;
        let (id, secret) = rest.split_once('_').ok_or(InvalidProductKey::Id)?;
        if !is_key_id(id) {
            return Err(InvalidProductKey::Id);
        }
        let visible = secret.bytes().all(|byte| byte.is_ascii_graphic());
        if secret.len() < MIN_SECRET || text.len() > MAX_KEY || !visible {
            return Err(InvalidProductKey::Secret);
        }
        Ok(Self::hashed(text.into()))
    }
}

impl TryFrom<&str> for ProductKey {
    type Error = InvalidProductKey;

    fn try_from(text: &str) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl TryFrom<String> for ProductKey {
    type Error = InvalidProductKey;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl fmt::Debug for ProductKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ProductKey({}, secret redacted)", self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0123456789abcdef0123456789abcdef";

    #[test]
    fn the_secret_may_hold_the_separator() {
        let key: ProductKey = format!("af_live_{ID}_one_two-three_four-five")
            .parse()
            .unwrap();
        assert_eq!(key.id(), ID);
    }

    #[test]
    fn malformed_keys_are_refused_at_construction() {
        let secret = "s".repeat(20);
        for (text, problem) in [
            (String::new(), InvalidProductKey::Prefix),
            (format!("af_test_{ID}_{secret}"), InvalidProductKey::Prefix),
            (
                format!("af_live_{}_{secret}", ID.to_uppercase()),
                InvalidProductKey::Id,
            ),
            (
                format!("af_live_{}_{secret}", &ID[1..]),
                InvalidProductKey::Id,
            ),
            (format!("af_live_{ID}{secret}"), InvalidProductKey::Id),
            (
                format!("af_live_{ID}_{}", &secret[1..]),
                InvalidProductKey::Secret,
            ),
            (
                format!("af_live_{ID}_{secret}\r\nx"),
                InvalidProductKey::Secret,
            ),
            (format!("af_live_{ID}_{secret}é"), InvalidProductKey::Secret),
            (
                format!("af_live_{ID}_{}", "s".repeat(600)),
                InvalidProductKey::Secret,
            ),
        ] {
            assert_eq!(text.parse::<ProductKey>().unwrap_err(), problem, "{text}");
        }
    }

    #[test]
    fn debug_shows_the_key_id_and_nothing_of_the_secret() {
        let key: ProductKey = format!("af_live_{ID}_conformance_secret_value")
            .parse()
            .unwrap();
        let debug = format!("{key:?}");
        assert!(debug.contains(ID));
        assert!(!debug.contains("conformance") && !debug.contains("secret_value"));
    }

    #[test]
    fn a_generated_key_parses() {
        let key = ProductKey::from_entropy(&[0xab; ProductKey::ENTROPY]);
        assert_eq!(
            key.expose().parse::<ProductKey>().unwrap().hash(),
            key.hash()
        );
    }
}
