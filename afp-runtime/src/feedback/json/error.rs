use std::fmt;

/// Why a text is not strict JSON, and where: line and column of the offending character.
///
/// Both count from 1; the column counts Unicode code points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    what: String,
    line: usize,
    column: usize,
}

impl JsonError {
    pub(crate) fn at(what: impl Into<String>, body: &[u8], offset: usize) -> Self {
        let before = &body[..offset.min(body.len())];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        let is_lead = |byte: &&u8| (**byte & 0xC0) != 0x80;
        Self {
            what: what.into(),
            line: memchr::memchr_iter(b'\n', before).count() + 1,
            column: before[line_start..].iter().filter(is_lead).count() + 1,
        }
    }

    /// The line, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in code points, from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, line, column } = self;
        write!(f, "{what} at line {line}, column {column}")
    }
}

impl std::error::Error for JsonError {}
