//! What proves who asks.

use std::fmt;

use http::header::{AUTHORIZATION, HeaderName, HeaderValue};

use super::InvalidRequest;

/// A header field that proves who asks. Its value is shown nowhere.
///
/// ```
/// use afp_runtime::agent::Credential;
///
/// let credential = Credential::bearer("s3cret")?;
/// assert_eq!(format!("{credential:?}"), "Credential(authorization)");
/// # Ok::<_, afp_runtime::agent::InvalidRequest>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Credential {
    name: HeaderName,
    value: HeaderValue,
}

impl Credential {
    /// `Authorization: Bearer <token>`.
    ///
    /// # Errors
    /// When the token can't stand in a header field.
    pub fn bearer(token: &str) -> Result<Self, InvalidRequest> {
        Self::field(AUTHORIZATION.as_str(), &format!("Bearer {token}"))
    }

    /// Any header field: `X-Api-Key`, say.
    ///
    /// # Errors
    /// When name or value can't stand in a header field.
    pub fn field(name: &str, value: &str) -> Result<Self, InvalidRequest> {
        let invalid = || InvalidRequest("the credential can't stand in a header field".into());
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| invalid())?;
        let mut value = HeaderValue::from_str(value).map_err(|_| invalid())?;
        value.set_sensitive(true);
        Ok(Self { name, value })
    }

    pub(super) fn name(&self) -> &HeaderName {
        &self.name
    }

    pub(super) fn value(&self) -> HeaderValue {
        self.value.clone()
    }
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Credential({})", self.name)
    }
}
