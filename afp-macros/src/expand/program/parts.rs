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
