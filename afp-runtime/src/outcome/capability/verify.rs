//! Checking a capability.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::Mac;
use thiserror::Error;
use uuid::Uuid;

use super::{Claims, LIFETIME, SigningKey};
use crate::outcome::product_key::is_key_id;

/// Seconds by which the clock of the product may run ahead of the verifier's.
const CLOCK_SKEW: u64 = 300;

/// The one answer to every fault of a token, so that none tells an attacker how far it came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the capability is not valid")]
pub struct TokenRejected;

/// A token as it came in. Nothing in it is to be trusted before [`UnverifiedToken::verify`].
#[derive(Debug, Clone, Copy)]
pub struct UnverifiedToken<'a> {
    signed: &'a str,
    key_id: &'a str,
    payload: &'a str,
    signature: &'a str,
}

impl<'a> UnverifiedToken<'a> {
    /// Takes a token apart: `afr2_` + key id, payload, signature, with two dots between them.
    ///
    /// # Errors
    /// [`TokenRejected`] if there are not three parts or the first names no key.
    pub fn split(token: &'a str) -> Result<Self, TokenRejected> {
        let (signed, signature) = token.rsplit_once('.').ok_or(TokenRejected)?;
        let (head, payload) = signed.split_once('.').ok_or(TokenRejected)?;
        let key_id = head.strip_prefix("afr2_").ok_or(TokenRejected)?;
        if !is_key_id(key_id) || payload.contains('.') {
            return Err(TokenRejected);
        }
        Ok(Self {
            signed,
            key_id,
            payload,
            signature,
        })
    }

    /// The key id that the token claims, to look the key up by.
    #[must_use]
    pub fn key_id(&self) -> &'a str {
        self.key_id
    }

    /// Checks signature and claims at Unix second `now`.
    ///
    /// The MAC is computed over every token, also over those whose key is unknown (`None`) or
    /// whose signature has a wrong size, and compared in constant time; claims are read after it.
    ///
    /// # Errors
    /// [`TokenRejected`], whatever the fault.
    pub fn verify(&self, key: Option<&SigningKey>, now: u64) -> Result<Claims, TokenRejected> {
        let decoy = SigningKey::from_hash(&[0; 32]);
        let mut mac = key.unwrap_or(&decoy).mac();
        mac.update(self.signed.as_bytes());
        let signature = URL_SAFE_NO_PAD.decode(self.signature).unwrap_or_default();
        let authentic = mac.verify_slice(&signature).is_ok();
        if key.is_none() || !authentic {
            return Err(TokenRejected);
        }
        let payload = URL_SAFE_NO_PAD
            .decode(self.payload)
            .map_err(|_| TokenRejected)?;
        let claims: Claims = serde_json::from_slice(&payload).map_err(|_| TokenRejected)?;
        claims.hold_at(now).then_some(claims).ok_or(TokenRejected)
    }
}

impl Claims {
    fn hold_at(&self, now: u64) -> bool {
        let issued = self.iat <= now.saturating_add(CLOCK_SKEW);
        let alive = self.exp > now && self.exp > self.iat && self.exp - self.iat <= LIFETIME;
        self.v == 1 && is_uuid(&self.interaction_id) && is_nonce(&self.nonce) && issued && alive
    }
}

fn is_uuid(text: &str) -> bool {
    let mut buffer = [0; 36];
    Uuid::try_parse(text).is_ok_and(|uuid| uuid.hyphenated().encode_lower(&mut buffer) == text)
}

fn is_nonce(text: &str) -> bool {
    let alphabet = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (16..=128).contains(&text.len()) && text.bytes().all(alphabet)
}
