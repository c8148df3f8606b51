/// A segment before it is packed.
#[derive(Debug)]
pub(super) enum Part {
    Static(String),
    Hole(u16),
    /// The text behind the end of `expected`.
    Behind(String),
    Object {
        members: Vec<PartMember>,
        emptied: Emptied,
    },
    /// The one value of a suggestion, and `retryable` behind it.
    Sole {
        hole: u16,
        open: usize,
    },
    /// A suggestion that is one field.
    ObjectHole(u16),
    Details(u16),
    Suggestion(Parts),
    Retryable,
    DocsBase,
}

#[derive(Debug)]
pub(super) struct PartMember {
    pub(super) key: Parts,
    pub(super) value: Parts,
    pub(super) droppable: bool,
    /// Of a computed key: the keys beside it, as `"name":` on a line each.
    pub(super) others: Option<String>,
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
            Some(Part::Static(before) | Part::Behind(before)) => before.push_str(text),
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
            // What does not fit in one piece is written the general way.
            ([Part::Static(key)], [Part::Hole(hole)]) if key.len() < 4000 && *hole < 64 => {
                Some((key, *hole))
            }
            _ => None,
        }
    }

    /// The text that the runtime takes apart again.
    pub(super) fn pack(&self, packed: &mut String) {
        let mut parts = self.parts.iter().peekable();
        while let Some(part) = parts.next() {
            match (part, parts.peek()) {
                (Part::Static(text), Some(Part::Hole(hole))) if text.len() < 4096 && *hole < 64 => {
                    let operand = text.len() << 6 | usize::from(*hole);
                    tagged('H', operand, packed);
                    packed.push_str(text);
                    parts.next();
                }
                _ => part.pack(packed),
            }
        }
    }
}

impl Part {
    fn pack(&self, packed: &mut String) {
        match self {
            Self::Static(text) => pack_text(text, packed),
            Self::Hole(number) => tagged('#', usize::from(*number), packed),
            Self::ObjectHole(number) => tagged('O', usize::from(*number), packed),
            Self::Details(number) => tagged('L', usize::from(*number), packed),
            Self::Behind(text) => {
                tagged('B', text.len(), packed);
                packed.push_str(text);
            }
            Self::Sole { hole, open } => tagged('S', open << 6 | usize::from(*hole), packed),
            Self::Object { members, emptied } => {
                let tag = match emptied {
                    Emptied::Null => '{',
                    Emptied::Object => '[',
                };
                tagged(tag, 0, packed);
                for member in members {
                    tagged(if member.droppable { '-' } else { '+' }, 0, packed);
                    if let Some(others) = &member.others {
                        tagged('K', others.len(), packed);
                        packed.push_str(others);
                    }
                    closed(&member.key, packed);
                    closed(&member.value, packed);
                }
                tagged('.', 0, packed);
            }
            Self::Suggestion(parts) => {
                tagged('(', 0, packed);
                closed(parts, packed);
            }
            Self::Retryable => tagged('?', 0, packed),
            Self::DocsBase => tagged('/', 0, packed),
        }
    }
}

fn closed(parts: &Parts, packed: &mut String) {
    parts.pack(packed);
    tagged('.', 0, packed);
}

/// The largest number of three digits of six bits.
const MOST: usize = 64 * 64 * 64 - 1;

fn pack_text(mut text: &str, packed: &mut String) {
    while text.len() > MOST {
        let at = (0..=MOST).rev().find(|at| text.is_char_boundary(*at));
        let (piece, rest) = text.split_at(at.unwrap_or(0));
        tagged('T', piece.len(), packed);
        packed.push_str(piece);
        text = rest;
    }
    tagged('T', text.len(), packed);
    packed.push_str(text);
}

fn tagged(tag: char, value: usize, packed: &mut String) {
    packed.push(tag);
    for shift in [12, 6, 0] {
        let digit = u8::try_from((value >> shift) & 63).unwrap_or(0);
        packed.push(char::from(b'@' + digit));
    }
}
