//! The `Link` header field that leads agents to the feedback endpoint (RFC 8288).

use http::{HeaderMap, HeaderValue, header};

/// The relation of a link to the feedback endpoint.
const RELATION: &str = "agent-feedback";

/// A validated `Link` value.
#[derive(Debug, Clone)]
pub(super) struct FeedbackLink {
    target: String,
    value: HeaderValue,
}

impl FeedbackLink {
    /// `None` when `path` is not an absolute path of visible ASCII characters, or could end the
    /// link's `<…>`.
    pub(super) fn new(path: &str) -> Option<Self> {
        let clean = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'<' | b'>' | b'"');
        if !path.starts_with('/') || path.starts_with("//") || !path.bytes().all(clean) {
            return None;
        }
        let value = HeaderValue::from_str(&format!("<{path}>; rel=\"{RELATION}\"")).ok()?;
        Some(Self {
            target: format!("<{path}>"),
            value,
        })
    }

    /// Appends the link unless a value with this relation and this target is there.
    pub(super) fn append_once(&self, headers: &mut HeaderMap) {
        let present = headers
            .get_all(header::LINK)
            .iter()
            .any(|value| self.is_in(value));
        if !present {
            headers.append(header::LINK, self.value.clone());
        }
    }

    fn is_in(&self, value: &HeaderValue) -> bool {
        let Ok(value) = value.to_str() else {
            return false;
        };
        value.match_indices(&self.target).any(|(at, target)| {
            let parameters = &value[at + target.len()..];
            let end = parameters.find('<').unwrap_or(parameters.len());
            parameters[..end].contains(RELATION)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_appended_once_beside_others() {
        let link = FeedbackLink::new("/feedback").unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(
            header::LINK,
            HeaderValue::from_static("</p2>; rel=\"next\""),
        );
        link.append_once(&mut headers);
        link.append_once(&mut headers);
        let values: Vec<_> = headers.get_all(header::LINK).iter().collect();
        assert_eq!(
            values,
            ["</p2>; rel=\"next\"", "</feedback>; rel=\"agent-feedback\""]
        );
    }

    #[test]
    fn a_link_of_another_relation_or_target_is_another_link() {
        let link = FeedbackLink::new("/feedback").unwrap();
        for other in [
            "</feedback>; rel=\"next\", </x>; rel=\"agent-feedback\"",
            "</feedback/>",
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::LINK, HeaderValue::from_static(other));
            link.append_once(&mut headers);
            assert_eq!(headers.get_all(header::LINK).iter().count(), 2, "{other}");
        }
    }

    #[test]
    fn a_path_that_could_break_a_header_is_refused() {
        for path in [
            "/a\r\nx: y",
            "/é",
            "feedback",
            "//evil.test/",
            "/a>b",
            "/a b",
            "",
        ] {
            assert!(FeedbackLink::new(path).is_none(), "{path:?}");
        }
    }
}
