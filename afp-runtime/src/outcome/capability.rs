//! The capability: one write-only permission to review one interaction (protocol 3 §2).

mod sign;
mod verify;

pub use self::{
    sign::{Capability, Entropy, Signer},
    verify::{TokenRejected, UnverifiedToken},
};

use std::fmt;

use hmac::{Hmac, KeyInit};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use super::product_key::ProductKey;

/// Life of a capability in seconds: two hours, also the longest a verifier accepts.
pub const LIFETIME: u64 = 7200;

/// The claims of a capability, in the order in which they are signed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// Version; 1.
    pub v: u64,
    /// The interaction: a UUID, lower case with hyphens.
    #[serde(rename = "i")]
    pub interaction_id: String,
    /// Issued at, in Unix seconds.
    pub iat: u64,
    /// Refused from this Unix second on.
    pub exp: u64,
    /// Nonce: base64url of 18 random bytes.
    #[serde(rename = "n")]
    pub nonce: String,
}

/// The key that signs capabilities: SHA-256 of the product key, its HMAC state set up once.
#[derive(Clone)]
pub struct SigningKey(Hmac<Sha256>);

impl SigningKey {
    /// The signing key of a stored hash (SHA-256 of the whole product key).
    #[must_use]
    pub fn from_hash(hash: &[u8; 32]) -> Self {
        let mut block = [0; 64];
        block[..hash.len()].copy_from_slice(hash);
        Self(Hmac::new(&block.into()))
    }

    fn mac(&self) -> Hmac<Sha256> {
        self.0.clone()
    }
}

impl From<&ProductKey> for SigningKey {
    fn from(key: &ProductKey) -> Self {
        Self::from_hash(key.hash())
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKey(redacted)")
    }
}
