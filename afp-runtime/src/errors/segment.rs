//! The envelope of one code as data: static pieces with holes between them, packed in one text.
//!
//! One literal a variant, instead of an array of expressions, is what keeps an enum of a thousand
//! variants cheap to compile. Each piece begins with a tag; text, holes and
//! lengths are numbered with three digits to the base 64, from `0` to `o`.

/// What the derive emits for one variant.
#[derive(Debug)]
pub struct Program {
    /// Everything behind the text of `error`: from `","code":` to the final `}}`, packed. The
    /// first piece ends in `"expected":"`; `expected` follows, and then [`Segment::Mark`].
    pub body: &'static str,
    /// Where `Retry-After` comes from.
    pub retry_after: RetryAfter,
}

/// One piece of an envelope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Segment {
    /// JSON text, written as it is.
    Static(&'static [u8]),
    /// A field, written by the error itself: as text inside a JSON string, or as a JSON value.
    Hole(u16),
    /// The end of `expected`; writes nothing.
    Mark,
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
        let (&tag, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(match tag {
            b'=' => {
                let length = self.number()?;
                let (text, rest) = self.0.split_at_checked(length)?;
                self.0 = rest;
                Segment::Static(text)
            }
            b'#' => Segment::Hole(self.number()? as u16),
            b'@' => {
                let hole = self.number()? as u16;
                let open = self.number()?;
                Segment::Sole { hole, open }
            }
            b'!' => Segment::Mark,
            b'{' => Segment::Object { emptied: b"null" },
            b'[' => Segment::Object { emptied: b"{}" },
            b'-' => Segment::Member { droppable: true },
            b'+' => Segment::Member { droppable: false },
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
    fn number(&mut self) -> Option<usize> {
        let (digits, rest) = self.0.split_first_chunk::<3>()?;
        self.0 = rest;
        let [high, middle, low] = digits.map(|digit| usize::from(digit.wrapping_sub(b'0')));
        Some((high << 12) + (middle << 6) + low)
    }
}

#[cfg(test)]
mod tests {
    use super::{Program, RetryAfter, Segment};

    #[test]
    fn segments_unpack_as_they_were_packed() {
        let program = Program {
            body: "=003a=b#00<=000!@002010({-.+..[.?/",
            retry_after: RetryAfter::Absent,
        };
        let segments: Vec<Segment> = program.segments().collect();
        assert_eq!(
            segments,
            [
                Segment::Static(b"a=b"),
                Segment::Hole(12),
                Segment::Static(b""),
                Segment::Mark,
                Segment::Sole { hole: 2, open: 64 },
                Segment::Suggestion,
                Segment::Object { emptied: b"null" },
                Segment::Member { droppable: true },
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
        for body in ["x", "=00", "=009short", "#"] {
            let retry_after = RetryAfter::Absent;
            assert_eq!(
                Program { body, retry_after }.segments().count(),
                0,
                "{body}"
            );
        }
    }
}
