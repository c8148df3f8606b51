//! The elements of HTML that matter for reading on.

/// What an element means to the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Element {
    Head,
    Body,
    Script,
    /// Tags have no meaning in it.
    RawText,
    Noscript,
    Template,
    Select,
    /// What stands in a `select` for all parsers.
    Option,
    /// SVG and MathML.
    Foreign,
    /// What follows depends on the state of the tree.
    Unreadable,
    Other,
}

const ELEMENTS: &[(&str, Element)] = &[
    ("head", Element::Head),
    ("body", Element::Body),
    ("script", Element::Script),
    ("style", Element::RawText),
    ("title", Element::RawText),
    ("textarea", Element::RawText),
    ("xmp", Element::RawText),
    ("iframe", Element::RawText),
    ("noembed", Element::RawText),
    ("noframes", Element::RawText),
    ("noscript", Element::Noscript),
    ("template", Element::Template),
    ("select", Element::Select),
    ("option", Element::Option),
    ("optgroup", Element::Option),
    ("hr", Element::Option),
    ("svg", Element::Foreign),
    ("math", Element::Foreign),
    ("plaintext", Element::Unreadable),
    ("frameset", Element::Unreadable),
];

/// For each letter the lengths, one bit each, of the names above that begin with it.
const LENGTHS: [u16; 32] = {
    let mut lengths = [0; 32];
    let mut rest = ELEMENTS;
    while let [(name, _), tail @ ..] = rest {
        lengths[(name.as_bytes()[0] & 31) as usize] |= 1 << name.len();
        rest = tail;
    }
    lengths
};

impl Element {
    /// The meaning of a tag name, in any case.
    pub(super) fn of(name: &[u8]) -> Self {
        let Some(letter) = name.first() else {
            return Self::Other;
        };
        let lengths = LENGTHS[usize::from(letter & 31)];
        if name.len() > 15 || lengths >> name.len() & 1 == 0 {
            return Self::Other;
        }
        let known = ELEMENTS
            .iter()
            .find(|(known, _)| known.as_bytes().eq_ignore_ascii_case(name));
        known.map_or(Self::Other, |(_, element)| *element)
    }
}
