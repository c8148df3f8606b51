use std::fmt;

use http::HeaderValue;
use url::Url;

/// A collector: where records go, and the key that it takes.
///
/// ```
/// use afp_runtime::delivery::CollectorUrl;
///
/// let collector = CollectorUrl::new("https://collector.example.com", Some("ingest-key"))?;
/// assert_eq!(collector.records_url(), "https://collector.example.com/v1/records");
/// # Ok::<(), afp_runtime::delivery::CollectorUrlError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct CollectorUrl {
    records: String,
    authorization: Option<HeaderValue>,
}

/// A collector that can't be one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CollectorUrlError {
    /// No http or https URL, or one with a user, a query or a fragment.
    #[error("a collector is an http or https URL without user, query and fragment")]
    Url,
    /// A key that can't stand in a header field.
    #[error("the ingest key has 1 or more visible ASCII characters")]
    Key,
}

impl CollectorUrl {
    /// The collector at a base URL, to which `/v1/records` is added. Over plain http the key and
    /// the records can be read on the way; that is for a private network.
    ///
    /// # Errors
    /// [`CollectorUrlError`].
    pub fn new(base: &str, ingest_key: Option<&str>) -> Result<Self, CollectorUrlError> {
        let mut url = Url::parse(base).map_err(|_| CollectorUrlError::Url)?;
        let anonymous = url.username().is_empty() && url.password().is_none();
        let plain = anonymous && url.query().is_none() && url.fragment().is_none();
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() || !plain {
            return Err(CollectorUrlError::Url);
        }
        let path = format!("{}/v1/records", url.path().trim_end_matches('/'));
        url.set_path(&path);
        Ok(Self {
            records: url.into(),
            authorization: ingest_key.map(bearer).transpose()?,
        })
    }

    /// Where records are posted.
    #[must_use]
    pub fn records_url(&self) -> &str {
        &self.records
    }

    pub(super) fn authorization(&self) -> Option<&HeaderValue> {
        self.authorization.as_ref()
    }
}

fn bearer(key: &str) -> Result<HeaderValue, CollectorUrlError> {
    if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(CollectorUrlError::Key);
    }
    let mut value =
        HeaderValue::try_from(format!("Bearer {key}")).map_err(|_| CollectorUrlError::Key)?;
    value.set_sensitive(true);
    Ok(value)
}

impl fmt::Debug for CollectorUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CollectorUrl({})", self.records)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_may_have_a_path_and_nothing_after_it() {
        for (base, records) in [
            ("http://127.0.0.1:9", "http://127.0.0.1:9/v1/records"),
            (
                "https://a.test/collector/",
                "https://a.test/collector/v1/records",
            ),
        ] {
            assert_eq!(
                CollectorUrl::new(base, None).unwrap().records_url(),
                records
            );
        }
        for base in [
            "",
            "a.test",
            "ftp://a.test",
            "https://u:p@a.test",
            "https://a.test?x",
            "https://a.test#x",
        ] {
            assert_eq!(
                CollectorUrl::new(base, None),
                Err(CollectorUrlError::Url),
                "{base}"
            );
        }
    }

    #[test]
    fn a_key_is_shown_nowhere() {
        let collector = CollectorUrl::new("https://a.test", Some("s3cret")).unwrap();
        assert!(!format!("{collector:?} {:?}", collector.authorization()).contains("s3cret"));
        for key in ["", "a b", "a\n", "é"] {
            assert_eq!(
                CollectorUrl::new("https://a.test", Some(key)),
                Err(CollectorUrlError::Key)
            );
        }
    }
}
