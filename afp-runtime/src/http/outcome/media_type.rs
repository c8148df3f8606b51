//! What a body is, by its `Content-Type`.

use http::{
    HeaderMap,
    header::{CONTENT_ENCODING, CONTENT_TYPE},
};

/// A body that can carry a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Media {
    Json,
    Html,
}

/// A media type and whether its bytes can be read here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BodyKind {
    pub(super) media: Media,
    /// No content coding, and an encoding that keeps ASCII.
    pub(super) readable: bool,
}

impl BodyKind {
    /// The kind of a response; `None` if it is neither JSON nor HTML. `suffix` lets `+json` in.
    pub(super) fn of(headers: &HeaderMap, suffix: bool) -> Option<Self> {
        let mut types = headers.get_all(CONTENT_TYPE).iter();
        let value = types.next()?.to_str().ok()?;
        if types.next().is_some() {
            return None;
        }
        let (essence, parameters) = value.split_once(';').unwrap_or((value, ""));
        let media = media(essence.trim(), suffix)?;
        let readable = keeps_ascii(charset(parameters), media) && !is_encoded(headers);
        Some(Self { media, readable })
    }
}

fn media(essence: &str, suffix: bool) -> Option<Media> {
    if essence.eq_ignore_ascii_case("application/json") {
        return Some(Media::Json);
    }
    if essence.eq_ignore_ascii_case("text/html") {
        return Some(Media::Html);
    }
    let end = essence.len().checked_sub("+json".len())?;
    let has_suffix = essence
        .get(end..)
        .is_some_and(|end| end.eq_ignore_ascii_case("+json"));
    (suffix && has_suffix).then_some(Media::Json)
}

/// The value of the first `charset` parameter, without quotes.
fn charset(parameters: &str) -> Option<&str> {
    parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches('"');
        name.trim().eq_ignore_ascii_case("charset").then_some(value)
    })
}

/// Encodings in which every ASCII byte that matters is that character.
fn keeps_ascii(charset: Option<&str>, media: Media) -> bool {
    const EXACT: &[&str] = &[
        "utf-8",
        "utf8",
        "us-ascii",
        "ascii",
        "latin1",
        "iso-8859-8-i",
        "macintosh",
        "x-mac-cyrillic",
        "euc-jp",
        "euc-kr",
        "gb2312",
        "gbk",
        "gb18030",
        "big5",
        "shift_jis",
        "shift-jis",
        "sjis",
        "windows-31j",
        "x-sjis",
        "koi8-r",
        "koi8-u",
        "windows-874",
        "tis-620",
    ];
    const PREFIXES: &[&str] = &["iso-8859-", "iso8859-", "windows-125", "cp125"];
    let Some(charset) = charset else { return true };
    let begins = |prefix: &&str| {
        charset
            .get(..prefix.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    };
    match media {
        // JSON is UTF-8 whatever is said of it, unless it is said to be something else altogether.
        Media::Json => !["utf-16", "utf16", "utf-32", "utf32", "ucs-2"]
            .iter()
            .any(begins),
        Media::Html => {
            EXACT.iter().any(|name| charset.eq_ignore_ascii_case(name))
                || PREFIXES.iter().any(begins)
        }
    }
}

fn is_encoded(headers: &HeaderMap) -> bool {
    headers.get_all(CONTENT_ENCODING).iter().any(|value| {
        let value = value.as_bytes().trim_ascii();
        !value.is_empty() && !value.eq_ignore_ascii_case(b"identity")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(content_type: &str) -> Option<BodyKind> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, content_type.parse().unwrap());
        BodyKind::of(&headers, false)
    }

    #[test]
    fn types_are_read_without_case_and_with_parameters() {
        let json = Some(BodyKind {
            media: Media::Json,
            readable: true,
        });
        let html = Some(BodyKind {
            media: Media::Html,
            readable: true,
        });
        assert_eq!(kind("Application/JSON"), json);
        assert_eq!(kind("application/json;charset=utf-8"), json);
        assert_eq!(kind("application/json ; charset=\"UTF-8\""), json);
        assert_eq!(kind("text/HTML; charset=ISO-8859-1"), html);
        for other in [
            "application/jsonp",
            "application/json-seq",
            "text/json",
            "application/vnd.x+json",
            "text/event-stream",
            "text/plain; x=application/json",
            "application/x-ndjson",
            "",
        ] {
            assert_eq!(kind(other), None, "{other}");
        }
    }

    #[test]
    fn encodings_that_move_ascii_are_not_read() {
        for content_type in [
            "application/json; charset=utf-16",
            "text/html; charset=UTF-16LE",
            "text/html; charset=iso-2022-jp",
            "text/html; charset=utf-7",
            "text/html; charset=\"x\"",
        ] {
            assert!(!kind(content_type).unwrap().readable, "{content_type}");
        }
    }

    #[test]
    fn a_content_coding_hides_the_bytes() {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, "application/json".parse().unwrap());
        for (coding, readable) in [("gzip", false), ("Identity", true), ("br, gzip", false)] {
            headers.insert(CONTENT_ENCODING, coding.parse().unwrap());
            assert_eq!(
                BodyKind::of(&headers, false).unwrap().readable,
                readable,
                "{coding}"
            );
        }
    }

    #[test]
    fn suffixed_types_are_json_by_choice() {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, "application/hal+JSON".parse().unwrap());
        assert_eq!(BodyKind::of(&headers, false), None);
        assert!(BodyKind::of(&headers, true).is_some());
    }
}
