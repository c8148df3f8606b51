use std::fmt;
use std::ops::Range;

/// Where and why a body is no strict JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// Offset of the byte that reading stopped at.
    pub offset: usize,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub reason: Reason,
    /// Member names that were read completely, of the objects that are still open.
    pub(crate) names: Vec<Range<usize>>,
}

/// What is wrong at a place of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// There is no document.
    Empty,
    /// The bytes are not UTF-8.
    NotUtf8,
    /// The body ends inside the document.
    UnexpectedEnd,
    /// A value should stand here.
    Value,
    /// A member name in double quotes should stand here.
    MemberName,
    /// A `:` should stand here.
    Colon,
    /// A `,` or the closing bracket should stand here.
    CommaOrEnd,
    /// Something follows the document.
    TextAfterTheDocument,
    /// The number is not written as JSON writes numbers.
    Number,
    /// The number is beyond the range of a 64-bit float.
    NumberOutOfRange,
    /// A control character stands unescaped in a string.
    ControlCharacter,
    /// The escape sequence does not exist.
    Escape,
    /// Half of a surrogate pair stands alone.
    LoneSurrogate,
    /// Lists and objects nest deeper than 128.
    TooDeep,
    /// The object has this member twice.
    DuplicateMember {
        /// Its name.
        name: String,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "a JSON document, and the body is empty",
            Self::NotUtf8 => "UTF-8",
            Self::UnexpectedEnd => "more text: the body ends inside the document",
            Self::Value => "a value",
            Self::MemberName => "a member name in double quotes",
            Self::Colon => "`:`",
            Self::CommaOrEnd => "`,` or the closing bracket",
            Self::TextAfterTheDocument => "nothing after the document",
            Self::Number => "a number as JSON writes it",
            Self::NumberOutOfRange => "a number within the range of a 64-bit float",
            Self::ControlCharacter => "control characters in strings to be escaped",
            Self::Escape => "an escape sequence of JSON",
            Self::LoneSurrogate => "surrogates in pairs",
            Self::TooDeep => "at most 128 levels of lists and objects",
            Self::DuplicateMember { .. } => "each member once",
        })
    }
}

/// Line and column of `offset`, both from 1; a column is a character.
pub(super) fn place(bytes: &[u8], offset: usize) -> (usize, usize) {
    let before = &bytes[..offset.min(bytes.len())];
    let line = memchr::memchr_iter(b'\n', before).count() + 1;
    let start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    let continues = |byte: u8| byte & 0xC0 == 0x80;
    let column = before[start..]
        .iter()
        .filter(|&&byte| !continues(byte))
        .count();
    (line, column + 1)
}
