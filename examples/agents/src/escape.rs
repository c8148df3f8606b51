//! What a server says, fit for a terminal.

/// The text, with what a terminal would act on, or show nobody, as `\u001b`: control characters
/// but line feed and tab, separators, marks that reorder text, characters without width. JSON
/// means the same afterwards.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.replace("\r\n", "\n").chars() {
        if is_hidden(c) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                shown.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            shown.push(c);
        }
    }
    shown
}

/// The same on one line.
#[must_use]
pub fn line(text: &str) -> String {
    escaped(text).replace('\n', "\\n").replace('\t', "\\t")
}

fn is_hidden(c: char) -> bool {
    let layout = matches!(c, '\n' | '\t');
    c.is_control() && !layout
        || matches!(
            c,
            '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
                | '\u{E0000}'..='\u{E0FFF}'
        )
}

#[cfg(test)]
mod tests {
    use super::{escaped, line};

    #[test]
    fn json_means_the_same_afterwards() {
        let json = "{\r\n\t\"a\": \"\u{202e}\u{200f}\u{7f}\u{9b}\u{e0041} é\"}";
        let shown = escaped(json);
        assert_eq!(
            shown,
            "{\n\t\"a\": \"\\u202e\\u200f\\u007f\\u009b\\udb40\\udc41 é\"}"
        );
        let read = |json: &str| serde_json::from_str::<serde_json::Value>(json).unwrap();
        assert_eq!(read(&shown), read(json));
    }

    #[test]
    fn a_line_is_one_line() {
        assert_eq!(line("a\u{1b}[2J\nb\rc\td"), "a\\u001b[2J\\nb\\u000dc\\td");
    }
}
