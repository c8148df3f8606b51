//! The envelope of one code as data: static text with holes behind it, packed in one literal.
//!
//! One literal a variant, instead of an array of expressions, is what keeps an enum of a thousand
//! variants cheap to compile. Each segment begins with eight bytes: a tag, and seven digits of six
//! bits, from `@` to U+007F, the low ones first: two for the length of the text, three for the
//! operand, two for how much of the text goes with it. The text stands behind them.

/// What the derive emits for one variant.
#[derive(Debug)]
pub struct Program {
    /// The text of `error`, packed; empty where only `Display` knows it.
    pub message: &'static str,
    /// Everything behind the text of `error`: from `","code":` to the final `}}`, packed.
    pub body: &'static str,
    /// Where `Retry-After` comes from.
    pub retry_after: RetryAfter,
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

/// JSON text, written as it is, and what stands behind it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    pub(super) text: &'static [u8],
    head: u64,
}

/// What stands behind the text of a segment: its first byte.
pub(super) mod tag {
    /// The next segment.
    pub(in super::super) const NOTHING: u8 = b'T';
    /// A field, written by the error itself: as text inside a JSON string, or as a JSON value.
    pub(in super::super) const HOLE: u8 = b'#';
    /// A wait in seconds, written by the error itself: 0 when it is below, and what a caller takes
    /// who is told nothing when it is no number.
    pub(in super::super) const WAIT: u8 = b'W';
    /// What most suggestions are: an object of one member, whose value is a hole. Writes what
    /// follows up to the value of `retryable`, too.
    pub(in super::super) const SOLE: u8 = b'S';
    /// An object of which members may fall away; `null` when all of them did. Its members follow,
    /// then [`END`].
    pub(in super::super) const OBJECT_OR_NULL: u8 = b'{';
    /// The same inside of a list, where it is `{}` then.
    pub(in super::super) const OBJECT: u8 = b'[';
    /// A member of an object. `"name":` follows, [`END`], the value, [`END`].
    pub(in super::super) const MEMBER: u8 = b'+';
    /// A member that goes when its value is exactly `null`.
    pub(in super::super) const OPTIONAL_MEMBER: u8 = b'-';
    /// As many bytes as the operand says are not for the answer, but the keys beside a computed
    /// one, as `"name":` on a line each. Stands before that key.
    pub(in super::super) const OTHERS: u8 = b'K';
    /// A suggestion that is one field: `null`, unless it is an object with a member.
    pub(in super::super) const OBJECT_HOLE: u8 = b'O';
    /// `,"details":` and a hole; nothing, unless it is a list.
    pub(in super::super) const DETAILS: u8 = b'L';
    /// The whole suggestion follows, then [`END`]; notes whether `null` was written.
    pub(in super::super) const SUGGESTION: u8 = b'(';
    /// The end of what an object, a key, a value or a suggestion is made of.
    pub(in super::super) const END: u8 = b'.';
    /// `true`, or `false` after a suggestion of `null`.
    pub(in super::super) const RETRYABLE: u8 = b'?';
    /// The application's docs base, JSON-escaped, without a trailing `/`.
    pub(in super::super) const DOCS_BASE: u8 = b'/';
}

impl Segment {
    /// One of [`tag`].
    #[inline(always)]
    pub(super) fn tag(self) -> u8 {
        self.head.to_le_bytes()[0]
    }

    /// The hole behind the text. No variant has more than 16 bits of holes.
    #[inline(always)]
    pub(super) fn hole(self) -> u16 {
        self.operand() as u16
    }

    /// How much of the text goes with what stands behind it.
    #[inline(always)]
    pub(super) fn open(self) -> usize {
        two_digits(self.head, 48)
    }

    #[inline(always)]
    fn operand(self) -> usize {
        two_digits(self.head, 24) | (self.head >> 28 & 0x3_F000) as usize
    }
}

#[inline(always)]
fn two_digits(head: u64, from: u32) -> usize {
    (head >> from & 0x3F | head >> (from + 2) & 0xFC0) as usize
}

/// The segments of a packed text, in order. Ends at once where the text is none that the derive
/// made.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segments(&'static [u8]);

impl Segments {
    #[inline]
    pub(super) fn of(packed: &'static str) -> Self {
        Self(packed.as_bytes())
    }

    /// The keys that `segment`, the one before, announced.
    pub(super) fn others(&mut self, segment: Segment) -> &'static [u8] {
        let (keys, rest) = self
            .0
            .split_at_checked(segment.operand())
            .unwrap_or_default();
        self.0 = rest;
        keys
    }
}

impl Iterator for Segments {
    type Item = Segment;

    #[inline(always)]
    fn next(&mut self) -> Option<Segment> {
        let (head, rest) = self.0.split_first_chunk::<8>()?;
        let head = u64::from_le_bytes(*head);
        let (text, rest) = rest.split_at_checked(two_digits(head, 8))?;
        self.0 = rest;
        Some(Segment { text, head })
    }
}

#[cfg(test)]
mod tests {
    use super::{Segments, tag};

    #[test]
    fn segments_unpack_as_they_were_packed() {
        let mut segments = Segments::of(concat!(
            "TC@@@@@@aTb",
            "#D@G@@@@é\\:",
            "#@@LA@@@",
            "#@@@@A@@",
            "SC@B@@A@a{:",
            "K@@B@@@@a:",
            ".A@@@@@@x",
        ));
        let mut unpacked = |tag: u8, text: &str, hole: u16, open: usize| {
            let segment = segments.next().unwrap();
            assert_eq!(segment.tag(), tag);
            assert_eq!(segment.text, text.as_bytes());
            assert_eq!((segment.hole(), segment.open()), (hole, open));
            if tag == tag::OTHERS {
                assert_eq!(segments.others(segment), b"a:");
            }
        };
        unpacked(tag::NOTHING, "aTb", 0, 0);
        unpacked(tag::HOLE, "é\\:", 7, 0);
        unpacked(tag::HOLE, "", 76, 0);
        unpacked(tag::HOLE, "", 4096, 0);
        unpacked(tag::SOLE, "a{:", 2, 1);
        unpacked(tag::OTHERS, "", 2, 0);
        unpacked(tag::END, "x", 0, 0);
        assert!(segments.next().is_none());
    }

    #[test]
    fn a_text_of_another_origin_ends_at_once() {
        for packed in ["x", "T@@@@@@", "TA@@@@@@"] {
            assert_eq!(Segments::of(packed).count(), 0, "{packed}");
        }
    }
}
