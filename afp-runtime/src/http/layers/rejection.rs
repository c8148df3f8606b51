//! What axum's own extractors say about a request.

/// The sentences before the part that repeats values of the request.
const SENTENCES: [&str; 7] = [
    "Failed to deserialize the JSON body into the target type",
    "Failed to parse the request body as JSON",
    "Failed to deserialize query string",
    "Failed to deserialize form body",
    "Failed to deserialize form",
    "Invalid UTF-8 in path",
    "Invalid URL",
];

/// The text of an answer without what a rejection of axum's repeats of the request: a value that
/// has the wrong type may be a credential.
pub(super) fn without_values(text: &str) -> &str {
    let sentence = SENTENCES
        .iter()
        .find(|sentence| text.starts_with(*sentence));
    sentence.copied().unwrap_or(text)
}
