/// A segment before it is packed.
#[derive(Debug)]
pub(super) enum Part {
    Static(String),
    Hole(u16),
    /// The end of `expected`.
    Mark,
    Object {
        members: Vec<PartMember>,
        emptied: Emptied,
    },
    /// The one value of a suggestion, and `retryable` behind it.
    Sole {
        hole: u16,
        open: usize,
    },
    Suggestion(Parts),
    Retryable,
    DocsBase,
}

#[derive(Debug)]
pub(super) struct PartMember {
    pub(super) key: Parts,
    pub(super) value: Parts,
    pub(super) droppable: bool,
}

/// What an object is written as when it lost all members.
#[derive(Debug, Clone, Copy)]
pub(super) enum Emptied {
    Null,
    Object,
}

/// Segments in order; adjacent text is one segment.
#[derive(Debug, Default)]
pub(super) struct Parts {
    parts: Vec<Part>,
}

impl Parts {
    pub(super) fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        match self.parts.last_mut() {
            Some(Part::Static(before)) => before.push_str(text),
            _ => self.parts.push(Part::Static(text.to_owned())),
        }
    }

    /// The first segment: nothing is added to it.
    pub(super) fn head(text: &str) -> (Self, Self) {
        let mut head = Self::default();
        head.text(text);
        (head, Self::default())
    }

    pub(super) fn push(&mut self, part: Part) {
        self.parts.push(part);
    }

    pub(super) fn append(&mut self, other: Self) {
        for part in other.parts {
            match part {
                Part::Static(text) => self.text(&text),
                part => self.push(part),
            }
        }
    }

    /// Key and hole of an object with one member that falls away with its value.
    pub(super) fn sole_member(&self) -> Option<(&str, u16)> {
        let [Part::Object { members, .. }] = self.parts.as_slice() else {
            return None;
        };
        let [member] = members.as_slice() else {
            return None;
        };
        match (member.key.parts.as_slice(), member.value.parts.as_slice()) {
            ([Part::Static(key)], [Part::Hole(hole)]) => Some((key, *hole)),
            _ => None,
        }
    }

    /// The text that the runtime takes apart again.
    pub(super) fn pack(&self, packed: &mut String) {
        for part in &self.parts {
            part.pack(packed);
        }
    }
}

impl Part {
    fn pack(&self, packed: &mut String) {
        match self {
            Self::Static(text) => pack_text(text, packed),
            Self::Hole(number) => tagged('#', usize::from(*number), packed),
            Self::Mark => packed.push('!'),
            Self::Sole { hole, open } => {
                tagged('@', usize::from(*hole), packed);
                number(*open, packed);
            }
            Self::Object { members, emptied } => {
                packed.push(match emptied {
                    Emptied::Null => '{',
                    Emptied::Object => '[',
                });
                for member in members {
                    packed.push(if member.droppable { '-' } else { '+' });
                    closed(&member.key, packed);
                    closed(&member.value, packed);
                }
                packed.push('.');
            }
            Self::Suggestion(parts) => {
                packed.push('(');
                closed(parts, packed);
            }
            Self::Retryable => packed.push('?'),
            Self::DocsBase => packed.push('/'),
        }
    }
}

fn closed(parts: &Parts, packed: &mut String) {
    parts.pack(packed);
    packed.push('.');
}

/// The largest number of three digits to the base 64.
const MOST: usize = 64 * 64 * 64 - 1;

fn pack_text(mut text: &str, packed: &mut String) {
    while text.len() > MOST {
        let at = (0..=MOST).rev().find(|at| text.is_char_boundary(*at));
        let (piece, rest) = text.split_at(at.unwrap_or(0));
        tagged('=', piece.len(), packed);
        packed.push_str(piece);
        text = rest;
    }
    tagged('=', text.len(), packed);
    packed.push_str(text);
}

fn tagged(tag: char, value: usize, packed: &mut String) {
    packed.push(tag);
    number(value, packed);
}

fn number(value: usize, packed: &mut String) {
    for shift in [12, 6, 0] {
        let digit = u8::try_from((value >> shift) & 63).unwrap_or(0);
        packed.push(char::from(b'0' + digit));
    }
}
