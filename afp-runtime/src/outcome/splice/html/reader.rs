//! What a tree builder would make of the tags, as far as it matters here.

use std::ops::Range;

use super::{
    element::Element,
    foreign::{Effect, Foreign},
    markup::{Markup, next_markup},
    raw_text::{end_of_raw_text, end_of_script},
    tag::{Tag, read_tag},
};

/// One reading of a page.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    page: &'a [u8],
    at: usize,
    head: Option<usize>,
    body: Option<usize>,
    foreign: Foreign<'a>,
    /// Open templates: what is in one is not in the document.
    templates: u32,
    /// Open `select`: the parsers of different years disagree about its content.
    in_select: bool,
    /// An element has the contract's id.
    pub(super) contracted: bool,
    /// The text of the first script element with the contract's id.
    pub(super) element: Option<Range<usize>>,
}

/// How a page ends.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    /// In text, where an element can be added.
    Open,
    /// In a tag, a comment, raw text, a template, a `select` or foreign content.
    Inside,
    /// Reading stopped here, as only a tree could tell what follows.
    Doubt(usize),
}

/// What a tag asks of the reader.
enum Next {
    Continue,
    Unfinished,
    Doubt,
}

impl<'a> Reader<'a> {
    pub(super) fn new(page: &'a [u8]) -> Self {
        Self {
            page,
            at: 0,
            head: None,
            body: None,
            foreign: Foreign::default(),
            templates: 0,
            in_select: false,
            contracted: false,
            element: None,
        }
    }

    /// Where the contract's element goes, unless at the end.
    pub(super) fn place(&self) -> Option<usize> {
        self.head.or(self.body)
    }

    pub(super) fn run(&mut self) -> End {
        loop {
            let tag = match next_markup(self.page, self.at, self.foreign.is_open()) {
                Markup::Tag(tag) => tag,
                Markup::Text if self.is_balanced() => return End::Open,
                Markup::Text | Markup::Unfinished => return End::Inside,
            };
            self.at = tag.end;
            self.contracted |= !tag.closing && tag.has_contract_id;
            match self.tag(&tag) {
                Next::Continue => {}
                Next::Unfinished => return End::Inside,
                Next::Doubt => return End::Doubt(tag.start),
            }
        }
    }

    fn is_balanced(&self) -> bool {
        self.templates == 0 && !self.in_select && !self.foreign.is_open()
    }

    fn tag(&mut self, tag: &Tag<'a>) -> Next {
        if self.foreign.is_open() {
            match self.foreign.tag(tag) {
                Effect::Foreign => return Next::Continue,
                Effect::BackToHtml => {}
                Effect::Doubt => return Next::Doubt,
            }
        }
        if tag.closing {
            self.end_tag(tag)
        } else {
            self.start_tag(tag)
        }
    }

    fn start_tag(&mut self, tag: &Tag<'a>) -> Next {
        let element = Element::of(tag.name);
        if self.in_select && !matches!(element, Element::Option | Element::Script) {
            return Next::Doubt;
        }
        match element {
            Element::Script => return self.script(tag),
            Element::RawText => {
                let end = end_of_raw_text(self.page, tag.end, tag.name);
                return self.skip_raw_text(end);
            }
            Element::Noscript => return self.noscript(tag),
            Element::Unreadable => return Next::Doubt,
            Element::Template => self.templates += 1,
            Element::Select => self.in_select = true,
            Element::Foreign => self.foreign.enter(tag),
            Element::Head | Element::Body | Element::Option | Element::Other => {}
        }
        Next::Continue
    }

    fn end_tag(&mut self, tag: &Tag<'a>) -> Next {
        match Element::of(tag.name) {
            Element::Head if self.is_balanced() => {
                self.head.get_or_insert(tag.start);
            }
            Element::Body if self.is_balanced() => {
                self.body.get_or_insert(tag.start);
            }
            Element::Template => self.templates = self.templates.saturating_sub(1),
            Element::Select => self.in_select = false,
            _ => {}
        }
        Next::Continue
    }

    fn script(&mut self, tag: &Tag<'a>) -> Next {
        let end = end_of_script(self.page, tag.end);
        if let Some(end) = end.filter(|_| tag.has_contract_id && self.templates == 0) {
            self.element.get_or_insert(tag.end..end);
        }
        self.skip_raw_text(end)
    }

    /// Goes behind the end tag of a raw-text element.
    fn skip_raw_text(&mut self, end: Option<usize>) -> Next {
        match end.and_then(|start| read_tag(self.page, start, start + 2, true)) {
            Some(tag) => {
                self.at = tag.end;
                Next::Continue
            }
            None => Next::Unfinished,
        }
    }

    /// With scripting this is raw text, without it is markup. Both must end at the same place.
    fn noscript(&mut self, tag: &Tag<'a>) -> Next {
        let Some(end) = end_of_raw_text(self.page, tag.end, b"noscript") else {
            return Next::Doubt;
        };
        let mut inner = Reader::new(&self.page[..end]);
        inner.at = tag.end;
        let as_markup = inner.run();
        self.contracted |= inner.contracted;
        if as_markup != End::Open {
            return Next::Doubt;
        }
        self.skip_raw_text(Some(end))
    }
}
