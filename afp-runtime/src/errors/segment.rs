//! The envelope of one code as data: static pieces with holes between them, packed in one text.
//!
//! One literal a variant, instead of an array of expressions, is what keeps an enum of a thousand
//! variants cheap to compile. Each piece begins with four bytes: a tag, and three digits of six
//! bits, from `@` to U+007F; text stands behind them.

/// What the derive emits for one variant.
#[derive(Debug)]
pub struct Program {
    /// Everything behind the text of `error`: from `","code":` to the final `}}`, packed. The
    /// first piece ends in `"expected":"`; `expected` follows, up to `Segment::Behind`.
    pub body: &'static str,
    /// Where `Retry-After` comes from.
    pub retry_after: RetryAfter,
}

/// One piece of an envelope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Segment {
    /// JSON text, written as it is, and a hole behind it.
    TextAndHole(&'static [u8], u16),
    /// JSON text, written as it is.
    Text(&'static [u8]),
    /// The same, behind the end of `expected`.
    Behind(&'static [u8]),
    /// A field, written by the error itself: as text inside a JSON string, or as a JSON value.
    Hole(u16),
    /// What most suggestions are: an object of one member, whose value is this hole. Writes what
    /// follows up to the value of `retryable`, too.
    Sole {
        /// The hole that writes the value.
        hole: u16,
        /// Length of `{"name":`, which goes when the value is `null`.
        open: usize,
    },
    /// An object of which members may fall away. Its members follow, then [`Segment::End`].
    Object {
        /// What is written when every member fell away: `null`, or `{}` inside a list.
        emptied: &'static [u8],
    },
    /// A member of an object. `"name":` follows, [`Segment::End`], the value, [`Segment::End`].
    Member {
        /// Whether the member goes when its value is exactly `null`.
        droppable: bool,
    },
    /// The keys beside a computed one, as `"name":` on a line each; stands before its key.
    Others(&'static [u8]),
    /// A suggestion that is one field: `null`, unless it is an object with a member.
    ObjectHole(u16),
    /// `,"details":` and this hole; nothing, unless it is a list.
    Details(u16),
    /// The whole suggestion follows, then [`Segment::End`]; notes whether `null` was written.
    Suggestion,
    /// The end of what an object, a key, a value or a suggestion is made of.
    End,
    /// `true`, or `false` after a suggestion of `null`.
    Retryable,
    /// The application's docs base, JSON-escaped, without a trailing `/`.
    DocsBase,
}

/// Where the seconds of `Retry-After` come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetryAfter {
    /// There is none.
    Absent,
    /// Seconds written in the suggestion.
    Fixed(u64),
    /// A hole that writes a JSON number.
    Hole(u16),
}

/// The pieces of a packed text, in order. Ends at once where the text is none that the derive made.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segments(&'static [u8]);

impl Program {
    #[inline]
    pub(super) fn segments(&self) -> Segments {
        Segments(self.body.as_bytes())
    }
}

impl Iterator for Segments {
    type Item = Segment;

    #[inline(always)]
    fn next(&mut self) -> Option<Segment> {
        let (head, rest) = self.0.split_first_chunk::<4>()?;
        self.0 = rest;
        let head = u32::from_be_bytes(*head);
        let low = (head & 0x3F) as usize;
        let high = (head >> 2 & 0xFC0 | head >> 4 & 0x3_F000) as usize;
        Some(match head.to_be_bytes()[0] {
            b'H' => Segment::TextAndHole(self.text(high >> 6)?, low as u16),
            b'T' => Segment::Text(self.text(high | low)?),
            b'B' => Segment::Behind(self.text(high | low)?),
            b'#' => Segment::Hole((high | low) as u16),
            b'S' => Segment::Sole {
                hole: low as u16,
                open: high >> 6,
            },
            b'{' => Segment::Object { emptied: b"null" },
            b'[' => Segment::Object { emptied: b"{}" },
            b'-' => Segment::Member { droppable: true },
            b'+' => Segment::Member { droppable: false },
            b'K' => Segment::Others(self.text(high | low)?),
            b'O' => Segment::ObjectHole((high | low) as u16),
            b'L' => Segment::Details((high | low) as u16),
            b'(' => Segment::Suggestion,
            b'.' => Segment::End,
            b'?' => Segment::Retryable,
            b'/' => Segment::DocsBase,
            _ => return None,
        })
    }
}

impl Segments {
    #[inline(always)]
    fn text(&mut self, length: usize) -> Option<&'static [u8]> {
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::{Program, RetryAfter, Segment};

    #[test]
    fn segments_unpack_as_they_were_packed() {
        let program = Program {
            body: "T@@CaTbH@DGé\\:B@@@#@ALS@AB(@@@O@ALL@AB{@@@-@@@K@@Ba:.@@@+@@@.@@@.@@@[@@@.@@@?@@@/@@@",
            retry_after: RetryAfter::Absent,
        };
        let segments: Vec<Segment> = program.segments().collect();
        assert_eq!(
            segments,
            [
                Segment::Text(b"aTb"),
                Segment::TextAndHole("é\\:".as_bytes(), 7),
                Segment::Behind(b""),
                Segment::Hole(76),
                Segment::Sole { hole: 2, open: 1 },
                Segment::Suggestion,
                Segment::ObjectHole(76),
                Segment::Details(66),
                Segment::Object { emptied: b"null" },
                Segment::Member { droppable: true },
                Segment::Others(b"a:"),
                Segment::End,
                Segment::Member { droppable: false },
                Segment::End,
                Segment::End,
                Segment::Object { emptied: b"{}" },
                Segment::End,
                Segment::Retryable,
                Segment::DocsBase,
            ]
        );
    }

    #[test]
    fn a_text_of_another_origin_ends_at_once() {
        for body in ["x", "T@@", "T@@A", "%@@@"] {
            let retry_after = RetryAfter::Absent;
            assert_eq!(
                Program { body, retry_after }.segments().count(),
                0,
                "{body}"
            );
        }
    }
}
