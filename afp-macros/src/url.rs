//! What the rules need to know about URLs.

/// Why `url` is no https URL, if it is none.
pub(crate) fn mistake(url: &str) -> Option<&'static str> {
    let Some(rest) = url.strip_prefix("https://") else {
        return Some("this one does not begin with `https://`");
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if host.is_empty() {
        return Some("this one has no host");
    }
    if host.contains('@') {
        return Some("this one has a user name in it");
    }
    let is_allowed = |letter: char| letter.is_ascii_graphic() && !"\"<>\\^`{|}".contains(letter);
    if !rest.chars().all(is_allowed) {
        return Some("this one has a character that must be percent-encoded");
    }
    None
}

/// Why nothing can be added to the end of `url`, if so.
pub(crate) fn base_mistake(url: &str) -> Option<&'static str> {
    if url.ends_with('/') {
        return Some("this one ends with `/`, which is added with the code");
    }
    if url.contains(['?', '#']) {
        return Some("this one has a query or a fragment");
    }
    None
}
