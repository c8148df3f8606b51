//! JSON: is this text valid, is it an object, and where would a member go?

mod document;
mod number;
mod string;

use self::document::Document;

/// Nesting of arrays and objects that is read; deeper text counts as invalid. The same limit as
/// `serde_json` has, so that what passes here can be read by the agents that use it.
pub const MAX_DEPTH: u32 = 127;

/// What a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonText {
    /// An object without a top-level `_agentFeedback`.
    Object {
        /// Offset of the last `}`.
        end: usize,
        /// Whether it has members, so that a comma is needed.
        has_members: bool,
    },
    /// An object that has a top-level `_agentFeedback`, however it is written.
    Contracted,
    /// An array, string, number, boolean or null.
    Other,
    /// Not JSON, not UTF-8, nested too deeply, or with a number beyond the range of a double.
    Invalid,
}

/// Reads a whole text: syntax, UTF-8, escapes, nesting, ranges of numbers.
///
/// Accepts exactly what `serde_json` accepts as a `Value` by default. Time is linear, memory
/// constant.
///
/// ```
/// use afp_runtime::outcome::splice::{JsonText, read_json};
///
/// assert_eq!(read_json(br#" {"a": 1 } "#), JsonText::Object { end: 9, has_members: true });
/// assert_eq!(read_json(b"[1]"), JsonText::Other);
/// assert_eq!(read_json(b"{\"a\": 01}"), JsonText::Invalid);
/// ```
#[must_use]
pub fn read_json(text: &[u8]) -> JsonText {
    if std::str::from_utf8(text).is_err() {
        return JsonText::Invalid;
    }
    Document::new(text).read().unwrap_or(JsonText::Invalid)
}

/// The text of the top-level member `_agentFeedback` of a JSON object; the first, if there are
/// more. `None` if there is none, or the text is not valid.
#[must_use]
pub fn contract_member(text: &[u8]) -> Option<&[u8]> {
    std::str::from_utf8(text).ok()?;
    let mut document = Document::new(text);
    document
        .read()
        .filter(|read| *read == JsonText::Contracted)?;
    document.contract().and_then(|range| text.get(range))
}

#[cfg(test)]
mod tests;
