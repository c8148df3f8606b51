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
        split(value.as_bytes(), b',').any(|link| {
            let mut parts = split(link, b';').map(<[u8]>::trim_ascii);
            parts.next() == Some(self.target.as_bytes()) && parts.any(names_relation)
        })
    }
}

/// Whether a parameter is `rel` and one of its relations is ours (RFC 8288 §3.3).
fn names_relation(parameter: &[u8]) -> bool {
    let Some(at) = parameter.iter().position(|&byte| byte == b'=') else {
        return false;
    };
    let (name, value) = (
        parameter[..at].trim_ascii(),
        parameter[at + 1..].trim_ascii(),
    );
    let value = value
        .strip_prefix(b"\"")
        .and_then(|value| value.strip_suffix(b"\""))
        .unwrap_or(value);
    name.eq_ignore_ascii_case(b"rel")
        && value
            .split(u8::is_ascii_whitespace)
            .any(|word| word.eq_ignore_ascii_case(RELATION.as_bytes()))
}

/// Splits where `separator` stands outside of `<…>` and of quoted strings.
fn split(text: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    let (mut quoted, mut escaped, mut target) = (false, false, false);
    text.split(move |&byte| {
        let was_escaped = escaped;
        escaped = quoted && byte == b'\\' && !was_escaped;
        match byte {
            b'"' if !target && !was_escaped => quoted = !quoted,
            b'<' if !quoted => target = true,
            b'>' if !quoted => target = false,
            _ => {}
        }
        byte == separator && !quoted && !target
    })
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
            "</feedback>; rel=\"agent-feedback-v2\"",
            "</feedback>; title=\"agent-feedback\"; rel=next",
            "</feedback>; title=\"; rel=agent-feedback\"",
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
    fn our_link_is_known_in_every_spelling() {
        let link = FeedbackLink::new("/feedback").unwrap();
        for ours in [
            "</x>; rel=next, </feedback>;rel=agent-feedback",
            "</feedback>; title=\"a, b; c\"; REL=\"next Agent-Feedback\"",
            "</feedback>; title=\"\u{e9}\"; rel=\"agent-feedback\"",
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(
                header::LINK,
                HeaderValue::from_bytes(ours.as_bytes()).unwrap(),
            );
            link.append_once(&mut headers);
            assert_eq!(headers.get_all(header::LINK).iter().count(), 1, "{ours}");
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
