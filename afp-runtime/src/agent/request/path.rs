//! Paths with named parameters.

use std::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use url::Url;

/// Everything but RFC 3986's unreserved characters.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// A path such as `/api/things/{id}`, and the values of its parameters.
#[derive(Debug, Clone)]
pub(in crate::agent) struct PathTemplate {
    /// As `url` writes it: `/api/things/%7Bid%7D`.
    encoded: String,
    values: Vec<(String, String)>,
}

impl PathTemplate {
    pub(super) fn new(url: &Url) -> Self {
        Self {
            encoded: url.path().to_owned(),
            values: Vec::new(),
        }
    }

    pub(in crate::agent) fn has(&self, name: &str) -> bool {
        self.encoded.contains(&hole(name))
    }

    pub(in crate::agent) fn set(&mut self, name: &str, value: &str) {
        self.values.retain(|(known, _)| known != name);
        self.values.push((name.to_owned(), value.to_owned()));
    }

    /// `None` when a value would change which segments there are.
    pub(in crate::agent) fn fill(&self, url: &Url) -> Option<Url> {
        let filled = self
            .encoded
            .split('/')
            .map(|segment| self.fill_segment(segment));
        Some(with_path(url, &filled.collect::<Option<Vec<_>>>()?))
    }

    fn fill_segment(&self, segment: &str) -> Option<String> {
        let mut filled = segment.to_owned();
        for (name, value) in &self.values {
            filled = filled.replace(&hole(name), &encode(value));
        }
        (filled == segment || is_a_segment(&filled)).then_some(filled)
    }
}

/// As the caller wrote it.
impl fmt::Display for PathTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.encoded.replace("%7B", "{").replace("%7D", "}"))
    }
}

fn hole(name: &str) -> String {
    format!("%7B{}%7D", utf8_percent_encode(name, SEGMENT))
}

/// `url` with the one segment that reads `old` replaced by `new`; `None` when none or several do.
pub(in crate::agent) fn replace_segment(url: &Url, old: &str, new: &str) -> Option<Url> {
    let reads_old = |segment: &str| {
        percent_decode_str(segment)
            .decode_utf8()
            .is_ok_and(|s| s == old)
    };
    let mut segments: Vec<String> = url.path().split('/').map(str::to_owned).collect();
    let mut found = segments.iter_mut().filter(|segment| reads_old(segment));
    let (Some(segment), None) = (found.next(), found.next()) else {
        return None;
    };
    *segment = Some(encode(new)).filter(|new| is_a_segment(new))?;
    Some(with_path(url, &segments))
}

fn encode(value: &str) -> String {
    utf8_percent_encode(value, SEGMENT).to_string()
}

/// Whether `url` keeps it as a segment of its own.
fn is_a_segment(text: &str) -> bool {
    !matches!(text, "" | "." | "..")
}

fn with_path(url: &Url, segments: &[String]) -> Url {
    let mut url = url.clone();
    url.set_path(&segments.join("/"));
    url
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::{PathTemplate, replace_segment};

    fn filled(path: &str, value: &str) -> Option<String> {
        let url = Url::parse(&format!("http://h{path}")).unwrap();
        let mut template = PathTemplate::new(&url);
        template.set("id", value);
        template.fill(&url).map(|url| url.path().to_owned())
    }

    #[test]
    fn a_value_stays_one_segment() {
        assert_eq!(filled("/a/{id}/c", "7").unwrap(), "/a/7/c");
        assert_eq!(filled("/a/{id}.json", "7").unwrap(), "/a/7.json");
        assert_eq!(filled("/a/{id}", "x/../y").unwrap(), "/a/x%2F..%2Fy");
        assert_eq!(
            filled("/a/{id}", "?q#f%2e {id}").unwrap(),
            "/a/%3Fq%23f%252e%20%7Bid%7D"
        );
        for dots in ["..", ".", ""] {
            assert_eq!(filled("/a/{id}/c", dots), None, "{dots:?}");
        }
        assert_eq!(filled("/a/{id}/", "7").unwrap(), "/a/7/");
    }

    #[test]
    fn only_a_segment_that_stands_alone_is_replaced() {
        let replaced = |path: &str| {
            let url = Url::parse(&format!("http://h{path}?q=1")).unwrap();
            replace_segment(&url, "old id", "new/id").map(|url| url.to_string())
        };
        assert_eq!(
            replaced("/a/old%20id/c").unwrap(),
            "http://h/a/new%2Fid/c?q=1"
        );
        assert_eq!(replaced("/a/older/c"), None);
        assert_eq!(replaced("/old%20id/old%20id"), None);
    }
}
