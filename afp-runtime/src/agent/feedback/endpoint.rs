//! Where feedback may be sent.

use url::Url;

/// Which URLs a client sends to: the API's own origin, and https hosts that its user named.
#[derive(Debug, Clone)]
pub(super) struct Allowed {
    pub(super) base: Url,
    pub(super) hosts: Vec<Host>,
}

/// A host and port that is named in full.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Host {
    name: String,
    port: u16,
}

impl Host {
    /// `feedback.example.com` or `feedback.example.com:8443`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let url = Url::parse(&format!("https://{text}")).ok()?;
        let alone = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
        let plain = alone && url.username().is_empty() && url.password().is_none();
        let named = !text.contains(['/', '?', '#', '\\'])
            && matches!(url.host(), Some(url::Host::Domain(_)));
        (plain && named).then(|| Self::of(&url))?
    }

    fn of(url: &Url) -> Option<Self> {
        let name = url.host_str()?.to_owned();
        let port = url.port_or_known_default()?;
        Some(Self { name, port })
    }
}

impl Allowed {
    /// What a service named as its endpoint, when feedback may be sent there. It is resolved
    /// against `from`, where it was found.
    pub(super) fn endpoint(&self, named: &str, from: &Url) -> Option<Url> {
        let mut url = from.join(named).ok()?;
        url.set_fragment(None);
        let anonymous = url.username().is_empty() && url.password().is_none();
        (anonymous && (self.is_own(&url) || self.is_named(&url))).then_some(url)
    }

    /// Whether credentials may be sent there.
    pub(super) fn is_own(&self, url: &Url) -> bool {
        url.origin() == self.base.origin()
    }

    fn is_named(&self, url: &Url) -> bool {
        let host = Host::of(url);
        url.scheme() == "https" && host.is_some_and(|host| self.hosts.contains(&host))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed() -> Allowed {
        Allowed {
            base: Url::parse("https://api.example.com/v1/").unwrap(),
            hosts: vec![Host::parse("feedback.example.com").unwrap()],
        }
    }

    #[test]
    fn only_the_own_origin_and_exactly_named_hosts_are_endpoints() {
        let allowed = allowed();
        for good in [
            "/feedback",
            "feedback",
            "https://api.example.com:443/f",
            "https://feedback.example.com/x",
        ] {
            assert!(allowed.endpoint(good, &allowed.base).is_some(), "{good}");
        }
        for bad in [
            "https://feedback.example.com.evil.test/",
            "https://feedback.example.com@evil.test/",
            "https://user@feedback.example.com/",
            "http://feedback.example.com/",
            "http://api.example.com/feedback",
            "https://[::ffff:127.0.0.1]/",
            "https://127.0.0.1/",
            "//evil.test/",
            "\\\\evil.test/",
            "https://feedback.example.com:8443/",
            "https://api.example.com:8443/feedback",
            "file:///etc/passwd",
            "data:text/plain,x",
        ] {
            assert_eq!(allowed.endpoint(bad, &allowed.base), None, "{bad}");
        }
    }

    #[test]
    fn a_host_is_named_without_anything_around_it() {
        for bad in [
            "",
            "https://a.test",
            "a.test/",
            "u@a.test",
            "a.test?x",
            "127.0.0.1",
            "[::1]",
            "a b",
        ] {
            assert_eq!(Host::parse(bad), None, "{bad}");
        }
        assert_ne!(Host::parse("a.test:8443"), Host::parse("a.test"));
        assert_eq!(Host::parse("A.test:443"), Host::parse("a.test"));
    }
}
