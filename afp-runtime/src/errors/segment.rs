//! The envelope of one code as data: static pieces with holes between them.

/// What the derive emits for one variant.
#[derive(Debug)]
pub struct Program {
    /// Everything behind the text of `error`: from `","code":` to the final `}}`.
    pub body: &'static [Segment],
    /// Number of leading segments of `body` that belong to `expected`, its quotes left out:
    /// `body[0]` ends in `"expected":"`, `body[1..expected_end]` is the text.
    pub expected_end: u16,
    /// Where `Retry-After` comes from.
    pub retry_after: RetryAfter,
}

/// One piece of an envelope.
#[derive(Debug)]
pub enum Segment {
    /// JSON text, written as it is.
    Static(&'static str),
    /// A field, written by the error itself: as text inside a JSON string, or as a JSON value.
    Hole(u16),
    /// An object of which members may fall away.
    Object {
        /// Its members, in order.
        members: &'static [Member],
        /// What is written when every member fell away: `null`, or `{}` inside a list.
        emptied: &'static str,
    },
    /// What most suggestions are: an object of one member, whose value is this hole. Writes what
    /// follows up to the value of `retryable`, too.
    Sole {
        /// The hole that writes the value.
        hole: u16,
        /// Length of `{"name":`, which goes when the value is `null`.
        open: usize,
    },
    /// The whole suggestion; notes whether `null` was written.
    Suggestion(&'static [Segment]),
    /// `true`, or `false` after a suggestion of `null`.
    Retryable,
    /// The application's docs base, JSON-escaped, without a trailing `/`.
    DocsBase,
}

/// One member of a [`Segment::Object`].
#[derive(Debug)]
pub struct Member {
    /// `"name":`
    pub key: &'static [Segment],
    /// The value.
    pub value: &'static [Segment],
    /// Whether the member goes when its value is exactly `null`.
    pub droppable: bool,
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
