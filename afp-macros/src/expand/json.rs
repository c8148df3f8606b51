//! JSON text, at expansion.

/// The inside of a JSON string (RFC 8259 §7).
pub(super) fn escaped(text: &str) -> String {
    let mut json = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            '\u{8}' => json.push_str("\\b"),
            '\u{C}' => json.push_str("\\f"),
            control if control < ' ' => json.push_str(&format!("\\u{:04x}", u32::from(control))),
            other => json.push(other),
        }
    }
    json
}

/// A JSON string.
pub(super) fn string(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}
