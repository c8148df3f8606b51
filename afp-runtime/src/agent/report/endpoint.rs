//! Where a report may go.

use url::{Origin, Url};

/// Origins that may be sent reports: the API's own, and those that the caller named.
#[derive(Debug, Clone)]
pub(super) struct Allowed {
    api: Origin,
    others: Vec<Origin>,
}

impl Allowed {
    pub(super) fn only(api: &Url) -> Self {
        Self {
            api: api.origin(),
            others: Vec::new(),
        }
    }

    /// `false` when `origin` is no https origin without user-info.
    pub(super) fn add(&mut self, origin: &str) -> bool {
        let url = Url::parse(origin)
            .ok()
            .filter(|url| url.scheme() == "https" && is_bare(url));
        let Some(url) = url else { return false };
        self.others.push(url.origin());
        true
    }

    /// The URL that `reference` names, seen from `base`; `None` when it must not be used. Scheme,
    /// host and port have to be equal, after parsing: what looks like an allowed host in front of
    /// another one, or as user-info, is refused.
    pub(super) fn resolve(&self, base: &Url, reference: &str) -> Option<Url> {
        let mut url = base.join(reference).ok().filter(is_bare)?;
        url.set_fragment(None);
        let origin = url.origin();
        (origin == self.api || self.others.contains(&origin)).then_some(url)
    }
}

fn is_bare(url: &Url) -> bool {
    url.username().is_empty() && url.password().is_none() && url.has_host()
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::Allowed;

    #[test]
    fn only_exact_origins_are_used() {
        let api = Url::parse("https://api.example.com/v1/orders").unwrap();
        let mut allowed = Allowed::only(&api);
        assert!(allowed.add("https://feedback.example.com"));
        let resolved = |reference| allowed.resolve(&api, reference).map(|url| url.to_string());
        assert_eq!(
            resolved("/feedback").unwrap(),
            "https://api.example.com/feedback"
        );
        assert_eq!(resolved("f#x").unwrap(), "https://api.example.com/v1/f");
        assert_eq!(
            resolved("https://feedback.example.com:443/f").unwrap(),
            "https://feedback.example.com/f"
        );
        for refused in [
            "https://feedback.example.com.evil.test/",
            "https://feedback.example.com@evil.test/",
            "https://u@feedback.example.com/",
            "http://feedback.example.com/",
            "https://[::ffff:127.0.0.1]/",
            "//evil.test/",
            "/\\evil.test/",
            "https://feedback.example.com:8443/",
            "https://feedback.example.com.:443/",
            "http://api.example.com/feedback",
            "file:///etc/passwd",
            "data:,x",
            "https://",
        ] {
            assert_eq!(resolved(refused), None, "{refused}");
        }
    }

    #[test]
    fn only_https_origins_can_be_added() {
        let mut allowed = Allowed::only(&Url::parse("http://127.0.0.1:3000").unwrap());
        for refused in [
            "http://feedback.example.com",
            "feedback.example.com",
            "https://u@h",
            "data:,x",
        ] {
            assert!(!allowed.add(refused), "{refused}");
        }
    }
}
