use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// A segment before it is tokens.
#[derive(Debug)]
pub(super) enum Part {
    Static(String),
    Hole(u16),
    Object {
        members: Vec<PartMember>,
        emptied: &'static str,
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

/// Segments in order; adjacent text is one segment.
#[derive(Debug, Default)]
pub(super) struct Parts {
    parts: Vec<Part>,
    /// Text before this index is complete.
    closed: usize,
}

impl Parts {
    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    pub(super) fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let open = self.parts.len() > self.closed;
        match self.parts.last_mut() {
            Some(Part::Static(before)) if open => before.push_str(text),
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

    /// What follows is a segment of its own.
    pub(super) fn close(&mut self) {
        self.closed = self.parts.len();
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

    pub(super) fn tokens(&self) -> TokenStream {
        self.parts.iter().map(Part::tokens).collect()
    }
}

impl Part {
    fn tokens(&self) -> TokenStream {
        match self {
            Self::Static(text) => quote!(__afp::Static(#text),),
            Self::Hole(number) => {
                let number = Literal::u16_unsuffixed(*number);
                quote!(__afp::Hole(#number),)
            }
            Self::Object { members, emptied } => {
                let members = members.iter().map(PartMember::tokens);
                quote!(__afp::Object { members: &[#(#members)*], emptied: #emptied },)
            }
            Self::Sole { hole, open } => {
                let hole = Literal::u16_unsuffixed(*hole);
                let open = Literal::usize_unsuffixed(*open);
                quote!(__afp::Sole { hole: #hole, open: #open },)
            }
            Self::Suggestion(parts) => {
                let parts = parts.tokens();
                quote!(__afp::Suggestion(&[#parts]),)
            }
            Self::Retryable => quote!(__afp::Retryable,),
            Self::DocsBase => quote!(__afp::DocsBase,),
        }
    }
}

impl PartMember {
    fn tokens(&self) -> TokenStream {
        let (key, value, droppable) = (self.key.tokens(), self.value.tokens(), self.droppable);
        quote!(__afp::Member { key: &[#key], value: &[#value], droppable: #droppable },)
    }
}
