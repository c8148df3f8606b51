//! Which responses may carry a contract (protocol 3 §4).

use http::{
    Extensions, HeaderMap, HeaderName, HeaderValue, StatusCode,
    header::{CACHE_CONTROL, CONTENT_RANGE, TRANSFER_ENCODING},
    response::Parts,
};

use super::{headers::AGENT_FEEDBACK, media_type::BodyKind};

/// Headers with cache rules for one kind of cache, in the syntax of `Cache-Control`.
const TARGETED_CACHE_RULES: [HeaderName; 5] = [
    HeaderName::from_static("cdn-cache-control"),
    HeaderName::from_static("surrogate-control"),
    HeaderName::from_static("cloudflare-cdn-cache-control"),
    HeaderName::from_static("vercel-cdn-cache-control"),
    HeaderName::from_static("netlify-cdn-cache-control"),
];

/// What the author chose.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Choices {
    /// `+json` types carry a contract, too.
    pub(super) json_suffix: bool,
    /// Responses that say they may be shared are instrumented, which ends their caching.
    pub(super) shared: bool,
}

/// The kind of body of a response that may carry a contract, as far as its head tells.
pub(super) fn eligible(parts: &Parts, choices: Choices) -> Option<BodyKind> {
    let kind = BodyKind::of(&parts.headers, choices.json_suffix)?;
    let open = has_body(parts.status)
        && !parts.headers.contains_key(CONTENT_RANGE)
        && !parts.headers.contains_key(TRANSFER_ENCODING)
        && !parts.headers.contains_key(AGENT_FEEDBACK)
        && !is_own(&parts.extensions)
        && (choices.shared || !may_be_shared(&parts.headers));
    open.then_some(kind)
}

/// Whether an endpoint of this framework answers.
#[cfg(feature = "axum")]
fn is_own(extensions: &Extensions) -> bool {
    extensions
        .get::<crate::http::own_answer::OwnAnswer>()
        .is_some()
}

#[cfg(not(feature = "axum"))]
fn is_own(_: &Extensions) -> bool {
    false
}

fn has_body(status: StatusCode) -> bool {
    status.is_success()
        && status != StatusCode::NO_CONTENT
        && status != StatusCode::RESET_CONTENT
        && status != StatusCode::PARTIAL_CONTENT
}

fn may_be_shared(headers: &HeaderMap) -> bool {
    let says = |name: &HeaderName, words: &[&str]| {
        headers
            .get_all(name)
            .iter()
            .any(|value| has_directive(value, words))
    };
    let closed = ["private", "no-store"];
    let own = says(&CACHE_CONTROL, &["public", "s-maxage", "immutable"]);
    let targeted = |name: &HeaderName| {
        says(name, &["public", "max-age", "s-maxage", "immutable"]) && !says(name, &closed)
    };
    own && !says(&CACHE_CONTROL, &closed) || TARGETED_CACHE_RULES.iter().any(targeted)
}

/// Whether a directive without a value, or with any, is there. Quoted values are no directives.
fn has_directive(value: &HeaderValue, words: &[&str]) -> bool {
    let mut quoted = false;
    let mut directives = value.as_bytes().split(|byte| {
        quoted ^= *byte == b'"';
        *byte == b',' && !quoted
    });
    directives.any(|directive| {
        let name = directive
            .split(|byte| *byte == b'=')
            .next()
            .unwrap_or_default()
            .trim_ascii();
        words
            .iter()
            .any(|word| name.eq_ignore_ascii_case(word.as_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(name: &'static str, value: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(name, value.parse().unwrap());
        may_be_shared(&headers)
    }

    #[test]
    fn what_says_it_may_be_shared_is_left_alone() {
        for value in [
            "public",
            "Public, max-age=60",
            "max-age=1, S-MaxAge=60",
            "immutable",
        ] {
            assert!(shared("cache-control", value), "{value}");
        }
        for value in [
            "max-age=60",
            "private, max-age=60",
            "no-store",
            "no-cache=\"public, x\"",
            "publicity",
            "private, s-maxage=1",
            "",
        ] {
            assert!(!shared("cache-control", value), "{value}");
        }
        assert!(shared("cdn-cache-control", "max-age=60"));
        assert!(!shared("cdn-cache-control", "no-store"));
    }
}
