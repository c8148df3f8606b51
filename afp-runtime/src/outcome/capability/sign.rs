//! Minting a capability.

use std::fmt;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::Mac;
use uuid::Uuid;

use super::{LIFETIME, SigningKey};
use crate::outcome::product_key::ProductKey;

/// Random bytes of one capability: 16 for the interaction, 18 for the nonce.
pub type Entropy = [u8; 34];

/// Signs capabilities with one product key.
///
/// ```
/// use afp_runtime::outcome::{ProductKey, Signer};
///
/// let key: ProductKey =
///     "af_live_0123456789abcdef0123456789abcdef_a-secret-of-20-characters".parse()?;
/// // Entropy comes from the operating system, time from the clock.
/// let capability = Signer::new(&key).sign(&[7; 34], 1_715_000_000);
/// assert_eq!(capability.token().len(), 236);
/// assert_eq!(capability.expires_at(), 1_715_007_200);
/// # Ok::<(), afp_runtime::outcome::InvalidProductKey>(())
/// ```
#[derive(Clone, Debug)]
pub struct Signer {
    /// `afr2_`, the key id, a dot.
    prefix: Box<str>,
    key: SigningKey,
}

/// A signed capability and what it stands for. `Debug` leaves the token out.
#[derive(Clone, PartialEq, Eq)]
pub struct Capability {
    interaction_id: Uuid,
    expires_at: u64,
    token: String,
}

impl Signer {
    /// Prepares the key; signing then costs two fixed-size hashes.
    #[must_use]
    pub fn new(key: &ProductKey) -> Self {
        Self {
            prefix: format!("afr2_{}.", key.id()).into(),
            key: key.into(),
        }
    }

    /// Mints a capability at Unix second `now`, good for [`LIFETIME`].
    #[must_use]
    pub fn sign(&self, entropy: &Entropy, now: u64) -> Capability {
        let mut interaction = [0; 16];
        interaction.copy_from_slice(&entropy[..16]);
        let interaction = uuid::Builder::from_random_bytes(interaction).into_uuid();
        let mut nonce = [0; 24];
        // 18 bytes are exactly 24 characters.
        let _ = URL_SAFE_NO_PAD.encode_slice(&entropy[16..], &mut nonce);
        self.sign_claims(interaction, now, now.saturating_add(LIFETIME), &nonce)
    }

    fn sign_claims(&self, interaction: Uuid, iat: u64, exp: u64, nonce: &[u8]) -> Capability {
        let payload = payload(interaction, iat, exp, nonce);
        let mut token = String::with_capacity(240);
        token.push_str(&self.prefix);
        URL_SAFE_NO_PAD.encode_string(&payload, &mut token);
        let mut mac = self.key.mac();
        mac.update(token.as_bytes());
        let signature = mac.finalize().into_bytes();
        token.push('.');
        URL_SAFE_NO_PAD.encode_string(signature, &mut token);
        Capability {
            interaction_id: interaction,
            expires_at: exp,
            token,
        }
    }
}

fn payload(interaction: Uuid, iat: u64, exp: u64, nonce: &[u8]) -> Vec<u8> {
    let mut number = itoa::Buffer::new();
    let mut out = Vec::with_capacity(128);
    out.extend_from_slice(br#"{"v":1,"i":""#);
    out.extend_from_slice(
        interaction
            .hyphenated()
            .encode_lower(&mut [0; 36])
            .as_bytes(),
    );
    out.extend_from_slice(br#"","iat":"#);
    out.extend_from_slice(number.format(iat).as_bytes());
    out.extend_from_slice(br#","exp":"#);
    out.extend_from_slice(number.format(exp).as_bytes());
    out.extend_from_slice(br#","n":""#);
    out.extend_from_slice(nonce);
    out.extend_from_slice(br#""}"#);
    out
}

impl Capability {
    /// The interaction it may review.
    #[must_use]
    pub fn interaction_id(&self) -> Uuid {
        self.interaction_id
    }

    /// The Unix second from which on it is refused.
    #[must_use]
    pub fn expires_at(&self) -> u64 {
        self.expires_at
    }

    /// The bearer token.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
    }
}

impl fmt::Debug for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Capability")
            .field("interaction_id", &self.interaction_id)
            .field("expires_at", &self.expires_at)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vector_of_the_protocol_holds() {
        let key: ProductKey =
            "af_live_0123456789abcdef0123456789abcdef_conformance_secret_0123456789abcdef"
                .parse()
                .unwrap();
        let interaction = Uuid::parse_str("018f1f2e-7b4a-7c12-9c8d-123456789abc").unwrap();
        let capability = Signer::new(&key).sign_claims(
            interaction,
            1_715_000_000,
            1_715_007_200,
            b"AQIDBAUGBwgJCgsMDQ4PEBES",
        );
        assert_eq!(
            capability.token(),
            "afr2_0123456789abcdef0123456789abcdef.eyJ2IjoxLCJpIjoiMDE4ZjFmMmUtN2I0YS03YzEyLTljOG\
             QtMTIzNDU2Nzg5YWJjIiwiaWF0IjoxNzE1MDAwMDAwLCJleHAiOjE3MTUwMDcyMDAsIm4iOiJBUUlEQkFVR0\
             J3Z0pDZ3NNRFE0UEVCRVMifQ.wxJ0YGS21x9eW-Cn33t9V1INhyGNj1_U3qoQns3vdWA"
        );
    }

    #[test]
    fn debug_hides_the_token() {
        let key = ProductKey::from_entropy(&[1; 40]);
        let capability = Signer::new(&key).sign(&[2; 34], 1_715_000_000);
        assert!(!format!("{capability:?}").contains("afr2_"));
    }
}
