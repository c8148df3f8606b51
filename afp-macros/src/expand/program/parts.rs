use super::packed::Packed;

/// A piece of an envelope, before it is packed.
#[derive(Debug)]
pub(super) enum Part {
    Static(String),
    Hole(u16),
    Object {
        members: Vec<PartMember>,
        emptied: Emptied,
    },
    /// The one value of a suggestion, and `retryable` behind it.
    Sole {
        /// `"name":`
        key: String,
        hole: u16,
    },
    /// Seconds.
    Wait(u16),
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

/// What an envelope is made of, in order; adjacent text is one part.
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
            // What does not fit in one segment is written the general way.
            ([Part::Static(key)], [Part::Hole(hole)]) if Packed::fits_sole(key) => {
                Some((key, *hole))
            }
            _ => None,
        }
    }

    /// The text that the runtime takes apart again.
    pub(super) fn packed(&self) -> String {
        let mut packed = Packed::default();
        self.pack(&mut packed);
        packed.finish()
    }

    fn pack(&self, packed: &mut Packed) {
        for part in &self.parts {
            part.pack(packed);
        }
    }
}

impl Part {
    fn pack(&self, packed: &mut Packed) {
        match self {
            Self::Static(text) => packed.text(text),
            Self::Hole(hole) => packed.hole('#', *hole),
            Self::Wait(hole) => packed.hole('W', *hole),
            Self::ObjectHole(hole) => packed.hole('O', *hole),
            Self::Details(hole) => packed.hole('L', *hole),
            Self::Sole { key, hole } => packed.sole(key, *hole),
            Self::Object { members, emptied } => {
                packed.tag(match emptied {
                    Emptied::Null => '{',
                    Emptied::Object => '[',
                });
                for member in members {
                    member.pack(packed);
                }
                packed.tag('.');
            }
            Self::Suggestion(parts) => {
                packed.tag('(');
                closed(parts, packed);
            }
            Self::Retryable => packed.tag('?'),
            Self::DocsBase => packed.tag('/'),
        }
    }
}

impl PartMember {
    fn pack(&self, packed: &mut Packed) {
        packed.tag(if self.droppable { '-' } else { '+' });
        if let Some(others) = &self.others {
            packed.others(others);
        }
        closed(&self.key, packed);
        closed(&self.value, packed);
    }
}

fn closed(parts: &Parts, packed: &mut Packed) {
    parts.pack(packed);
    packed.tag('.');
}
