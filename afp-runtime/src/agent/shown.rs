//! Text of a server, fit for a log line.

use std::fmt;

use crate::hidden::is_hidden;

/// At most 64 characters of the text, escaped.
pub(super) fn shown(text: impl AsRef<str>) -> String {
    Line(text.as_ref(), WORD).to_string()
}

/// Characters of a word (a code, an action, a name) that are shown.
pub(super) const WORD: usize = 64;

/// One line: what reaches a terminal or a log without being seen is escaped, what is longer than
/// so many characters is cut, which `…` says.
pub(super) struct Line<'t>(pub(super) &'t str, pub(super) usize);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(text, limit) = *self;
        let end = text.char_indices().nth(limit).map(|(end, _)| end);
        for c in text[..end.unwrap_or(text.len())].chars() {
            if is_hidden(c) {
                write!(f, "{}", c.escape_default())?;
            } else {
                write!(f, "{c}")?;
            }
        }
        f.write_str(end.map_or("", |_| "…"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, shown};

    #[test]
    fn nothing_that_is_not_seen_comes_through() {
        let hostile = "a\u{1b}[31m\r\n\u{9b}\u{7f}\u{61c}\u{200e}\u{200f}\u{202e}\u{2066}\u{feff}";
        let expected = "a\\u{1b}[31m\\r\\n\\u{9b}\\u{7f}\\u{61c}\\u{200e}\\u{200f}\\u{202e}\
                        \\u{2066}\\u{feff}";
        assert_eq!(shown(hostile), expected);
        assert_eq!(shown("Größe 漢字 it's \"x\""), "Größe 漢字 it's \"x\"");
    }

    #[test]
    fn what_is_cut_says_so() {
        assert_eq!(Line("ééé", 2).to_string(), "éé…");
        assert_eq!(Line("éé", 2).to_string(), "éé");
        assert_eq!(shown("\u{7}".repeat(1000)).chars().count(), 64 * 5 + 1);
    }
}
