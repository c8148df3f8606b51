use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::CollectorError;

/// A key, as a keyed hash: what is compared says nothing about it, and takes the same time
/// whatever was sent.
#[derive(Clone)]
pub(super) struct Key {
    blank: Hmac<Sha256>,
    expected: Vec<u8>,
}

impl Key {
    pub(super) fn new(key: &str, name: &'static str) -> Result<Self, CollectorError> {
        if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(CollectorError::InvalidKey(name));
        }
        let mut random = [0; 32];
        getrandom::fill(&mut random).map_err(|_| CollectorError::NoRandomness)?;
        let blank = Hmac::new_from_slice(&random).map_err(|_| CollectorError::InvalidKey(name))?;
        let expected = blank
            .clone()
            .chain_update(key.as_bytes())
            .finalize()
            .into_bytes();
        Ok(Self {
            blank,
            expected: expected.to_vec(),
        })
    }

    /// Whether the request carries `Authorization: Bearer <key>`.
    pub(super) fn is_shown(&self, headers: &HeaderMap) -> bool {
        let mut fields = headers.get_all(AUTHORIZATION).iter();
        let (Some(field), None) = (fields.next(), fields.next()) else {
            return false;
        };
        bearer(field.as_bytes()).is_some_and(|shown| self.fits(shown))
    }

    fn fits(&self, shown: &[u8]) -> bool {
        let hash = self.blank.clone().chain_update(shown);
        hash.verify_slice(&self.expected).is_ok()
    }
}

fn bearer(field: &[u8]) -> Option<&[u8]> {
    let (scheme, token) = field.split_at_checked(7)?;
    let is_bearer = scheme.eq_ignore_ascii_case(b"bearer ");
    is_bearer.then(|| token.trim_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_key_itself_fits() {
        let key = Key::new("s3cret", "ingest").unwrap();
        let shown = |fields: &[&str]| {
            let mut headers = HeaderMap::new();
            for field in fields {
                headers.append(AUTHORIZATION, field.parse().unwrap());
            }
            key.is_shown(&headers)
        };
        assert!(shown(&["Bearer s3cret"]) && shown(&["bearer  s3cret"]));
        for wrong in [
            &[][..],
            &["s3cret"],
            &["Bearer"],
            &["Bearer "],
            &["Bearer s3cre"],
            &["Bearer s3cret2"],
            &["Basic s3cret"],
            &["Bearer s3cret", "Bearer s3cret"],
        ] {
            assert!(!shown(wrong), "{wrong:?}");
        }
        assert!(Key::new("", "ingest").is_err() && Key::new("a b", "ingest").is_err());
    }
}
