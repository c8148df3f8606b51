//! An agent reads in `expected` what each suggested member means.

use crate::error_enum::{Template, Variant};
use crate::problems::Problems;
use crate::template::Piece;

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    let (Some(suggestion), Some(expected)) = (variant.suggestion.value(), variant.expected.value())
    else {
        return;
    };
    if variant.allows("unexplained_suggestion") || !expected.mistakes.is_empty() {
        return;
    }
    for member in suggestion.members() {
        let (key, is_named) = match member.key.one_field() {
            // Another rule refuses what is no field.
            Some(hole) if variant.field(&hole.field).is_none() => continue,
            Some(hole) => (
                format!("{{{}}}", hole.field),
                names_field(expected, &hole.field),
            ),
            None => {
                // Another rule refuses a mixture.
                let Some(key) = member.key.plain() else {
                    continue;
                };
                let is_named = names_field(expected, &key) || names_word(expected, &key);
                (key, is_named)
            }
        };
        if !is_named && member.key.mistakes.is_empty() {
            let message = format!(
                "`expected` does not name `{key}`, which the agent is told to change; name it there, or add `allow(unexplained_suggestion)`"
            );
            problems.at(member.key.span(), message);
        }
    }
}

fn names_field(expected: &Template, name: &str) -> bool {
    expected.holes().any(|hole| hole.field == name)
}

/// As a word of its own, not as a part of one.
fn names_word(expected: &Template, word: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    expected.pieces.iter().any(|piece| match piece {
        Piece::Text(text) => text.match_indices(word).any(|(at, _)| {
            !text[..at].ends_with(is_letter) && !text[at + word.len()..].starts_with(is_letter)
        }),
        Piece::Hole(_) => false,
    })
}
