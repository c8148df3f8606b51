//! What axum's own extractors say about a request.

use std::borrow::Cow;

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
/// has the wrong type may be a credential. What the type expects stays.
pub(super) fn without_values(text: &str) -> Cow<'_, str> {
    let sentence = SENTENCES
        .iter()
        .find(|sentence| text.starts_with(*sentence));
    let Some(sentence) = sentence else {
        return Cow::Borrowed(text);
    };
    match expectation(&text[sentence.len()..]) {
        Some(expectation) => Cow::Owned(format!("{sentence}: {expectation}")),
        None => Cow::Borrowed(sentence),
    }
}

/// What serde wanted; it comes last, behind the value. Complaints of other words are not read.
fn expectation(complaint: &str) -> Option<&str> {
    const OF_A_VALUE: [&str; 3] = ["invalid type: ", "invalid value: ", "invalid length "];
    if OF_A_VALUE.iter().any(|words| complaint.contains(words)) {
        let at = complaint.rfind(", expected ")?;
        return Some(&complaint[at + ", ".len()..]);
    }
    complaint.find("missing field `").map(|at| &complaint[at..])
}

#[cfg(test)]
mod tests {
    use super::without_values;

    #[test]
    fn what_was_wanted_stays_and_what_was_sent_goes() {
        let json = "Failed to deserialize the JSON body into the target type";
        for (text, kept) in [
            (
                format!(
                    "{json}: a: invalid type: string \"hunter2, expected x\", expected u8 at line 1 column 8"
                ),
                format!("{json}: expected u8 at line 1 column 8"),
            ),
            (
                format!("{json}: missing field `name` at line 1 column 2"),
                format!("{json}: missing field `name` at line 1 column 2"),
            ),
            (
                format!("{json}: unknown variant `hunter2`"),
                json.to_owned(),
            ),
            (format!("{json}: a token hunter2 of ours"), json.to_owned()),
            ("anything: else".to_owned(), "anything: else".to_owned()),
        ] {
            assert_eq!(without_values(&text), kept);
        }
    }
}
