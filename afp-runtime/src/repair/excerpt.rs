//! What stands around a flaw, without what it says.

use super::credential::looks_like_credential;
use super::strict::Flaw;

/// Characters shown before and after the place.
const BEFORE: usize = 40;
const AFTER: usize = 20;

/// The characters around the flaw on one line. Member names that were read completely are shown;
/// everything else but the marks of JSON is masked, inside of strings and outside of them, since in
/// broken JSON nothing tells the two apart.
pub(crate) fn excerpt(bytes: &[u8], flaw: &Flaw) -> String {
    let text = String::from_utf8_lossy(bytes);
    // Lossy replacement moves offsets; then there is no excerpt.
    let Some(after) = text
        .get(flaw.offset..)
        .filter(|_| text.len() == bytes.len())
    else {
        return String::new();
    };
    let start = text[..flaw.offset].char_indices().rev().take(BEFORE).last();
    let start = start.map_or(flaw.offset, |(at, _)| at);
    let is_name = |at: usize| flaw.names.iter().any(|span| span.contains(&at));
    let before = text[start..flaw.offset].char_indices();
    let before = before.map(|(at, letter)| match letter {
        letter if is_name(start + at) && !letter.is_control() => letter,
        letter => masked(letter),
    });
    let after = after.chars().take(AFTER).map(masked);
    before.chain(after).collect()
}

fn masked(letter: char) -> char {
    match letter {
        letter if letter.is_whitespace() => ' ',
        letter if "{}[]:,\"'".contains(letter) => letter,
        _ => '·',
    }
}

/// Whether a name may be shown beside its place; it may hold anything when it is a credential's.
pub(crate) fn shown_name(name: &str) -> String {
    let shown: String = name.chars().take(64).collect();
    if looks_like_credential(name) && shown.len() < name.len() {
        return "·".to_owned();
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::excerpt;
    use crate::repair::check_strict;

    fn shown(text: &str) -> String {
        excerpt(text.as_bytes(), &check_strict(text.as_bytes()).unwrap_err())
    }

    #[test]
    fn names_are_shown_and_values_masked() {
        assert_eq!(
            shown("{\"quantity\": 5,\n \"note\": \"hello\" \"x\"}"),
            "{\"quantity\": ·,  \"note\": \"·····\" \"·\"}"
        );
    }

    #[test]
    fn shifted_quotes_show_no_value() {
        for text in [
            "{\"password: \"hunter2\"}",
            "{password\": \"hunter2\", \"a\": 1}",
            "{\"a\": \"x, \"password\": \"hunter2\"}",
            "{\"pin\": 1234, x}",
            "{\": \"hunter2\": 1}",
            "{\"hunter2\"}",
            "[\"hunter2\" \"\"]",
        ] {
            let shown = shown(text);
            assert!(
                !shown.contains("hunter") && !shown.contains("1234"),
                "{shown}"
            );
        }
    }
}
