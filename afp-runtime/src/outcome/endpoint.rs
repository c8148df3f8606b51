//! Where reviews and telemetry go.

use thiserror::Error;
use url::{Host, Url};

/// Path at which a collector takes reviews.
pub const OUTCOMES_PATH: &str = "/api/v2/outcomes";
/// Path at which a collector takes telemetry.
pub const TELEMETRY_PATH: &str = "/api/v2/telemetry/batches";
/// Path at which a collector describes itself.
pub const DISCOVERY_PATH: &str = "/.well-known/agent-feedback-v1.json";

/// A collector: scheme, host and port. The paths are fixed by the protocol.
///
/// ```
/// use afp_runtime::outcome::Endpoint;
///
/// let endpoint = Endpoint::new("https://collector.example")?;
/// assert_eq!(endpoint.outcomes_url(), "https://collector.example/api/v2/outcomes");
/// assert!(Endpoint::new("http://collector.example").is_err());
/// # Ok::<(), afp_runtime::outcome::InvalidEndpoint>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    origin: String,
    outcomes: String,
    telemetry: String,
    discovery: String,
}

/// Why a text is no endpoint.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidEndpoint {
    /// Not an absolute URL with a host.
    #[error("an endpoint is an absolute URL with a host, such as https://collector.example")]
    NotAUrl,
    /// Another scheme than https.
    #[error(
        "an endpoint uses https; plain http is allowed for loopback addresses only, \
         through `Endpoint::development`"
    )]
    NotHttps,
    /// User information, path, query or fragment.
    #[error(
        "an endpoint is scheme, host and port alone: no user information, path, query or fragment"
    )]
    MoreThanAnOrigin,
}

impl Endpoint {
    /// An https endpoint.
    ///
    /// # Errors
    /// [`InvalidEndpoint`] if it is not https, or more than scheme, host and port.
    pub fn new(url: &str) -> Result<Self, InvalidEndpoint> {
        Self::checked(url, |url| url.scheme() == "https")
    }

    /// An endpoint for development: https, or plain http on a loopback address.
    ///
    /// # Errors
    /// [`InvalidEndpoint`] as [`Endpoint::new`].
    pub fn development(url: &str) -> Result<Self, InvalidEndpoint> {
        Self::checked(url, |url| {
            url.scheme() == "https" || url.scheme() == "http" && is_loopback(url)
        })
    }

    fn checked(url: &str, secure: fn(&Url) -> bool) -> Result<Self, InvalidEndpoint> {
        let url = Url::parse(url).map_err(|_| InvalidEndpoint::NotAUrl)?;
        if url.host_str().is_none_or(str::is_empty) {
            return Err(InvalidEndpoint::NotAUrl);
        }
        if !secure(&url) {
            return Err(InvalidEndpoint::NotHttps);
        }
        let user = !url.username().is_empty() || url.password().is_some();
        if user || url.path() != "/" || url.query().is_some() || url.fragment().is_some() {
            return Err(InvalidEndpoint::MoreThanAnOrigin);
        }
        let origin = url.origin().ascii_serialization();
        let at = |path| format!("{origin}{path}");
        Ok(Self {
            outcomes: at(OUTCOMES_PATH),
            telemetry: at(TELEMETRY_PATH),
            discovery: at(DISCOVERY_PATH),
            origin,
        })
    }

    /// Scheme, host and port.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Where an agent posts its review.
    #[must_use]
    pub fn outcomes_url(&self) -> &str {
        &self.outcomes
    }

    /// Where the product posts its telemetry.
    #[must_use]
    pub fn telemetry_url(&self) -> &str {
        &self.telemetry
    }

    /// Where the collector describes itself.
    #[must_use]
    pub fn discovery_url(&self) -> &str {
        &self.discovery
    }
}

impl TryFrom<&str> for Endpoint {
    type Error = InvalidEndpoint;

    fn try_from(url: &str) -> Result<Self, Self::Error> {
        Self::new(url)
    }
}

impl TryFrom<String> for Endpoint {
    type Error = InvalidEndpoint;

    fn try_from(url: String) -> Result<Self, Self::Error> {
        Self::new(&url)
    }
}

/// Whether the URL names this machine by a literal address or as `localhost`.
pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => match address.to_ipv4_mapped() {
            Some(mapped) => mapped.is_loopback(),
            None => address.is_loopback(),
        },
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_is_an_endpoint() {
        for url in [
            "http://collector.example",
            "http://127.0.0.1:8080",
            "ftp://a.example",
        ] {
            assert_eq!(Endpoint::new(url), Err(InvalidEndpoint::NotHttps), "{url}");
        }
    }

    #[test]
    fn development_allows_plain_http_on_loopback_only() {
        for url in [
            "http://127.0.0.1:8080",
            "http://localhost:1",
            "http://[::1]:9",
            "https://a.b",
        ] {
            assert!(Endpoint::development(url).is_ok(), "{url}");
        }
        for url in [
            "http://10.0.0.1",
            "http://localhost.example",
            "http://127.0.0.1.example",
        ] {
            assert_eq!(
                Endpoint::development(url),
                Err(InvalidEndpoint::NotHttps),
                "{url}"
            );
        }
    }

    #[test]
    fn anything_beside_an_origin_is_refused() {
        for url in [
            "https://u@a.example",
            "https://a.example/x",
            "https://a.example?x",
            "https://a.example/#x",
        ] {
            assert_eq!(
                Endpoint::new(url),
                Err(InvalidEndpoint::MoreThanAnOrigin),
                "{url}"
            );
        }
        for url in ["", "collector.example", "/api", "https://"] {
            assert_eq!(Endpoint::new(url), Err(InvalidEndpoint::NotAUrl), "{url}");
        }
    }
}
