//! Characters that a reader of a log or a terminal does not see.

/// Control characters, line and paragraph separators, marks that reorder text, and characters
/// without width or shape that can carry hidden text.
pub(crate) fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0E}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
                | '\u{E0000}'..='\u{E0FFF}'
        )
}
