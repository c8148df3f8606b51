//! SVG and MathML inside a page.

use super::tag::Tag;

/// Open SVG and MathML elements, at most; deeper is not followed.
const MAX_OPEN: usize = 512;

/// The open elements of SVG or MathML; empty in HTML.
#[derive(Debug, Default)]
pub(super) struct Foreign<'a>(Vec<&'a [u8]>);

/// What a tag in foreign content does.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It stays foreign.
    Foreign,
    /// It ends all foreign content and is to be read as HTML.
    BackToHtml,
    /// Only the tree could tell.
    Doubt,
}

impl<'a> Foreign<'a> {
    pub(super) fn is_open(&self) -> bool {
        !self.0.is_empty()
    }

    /// Opens foreign content with `svg` or `math`.
    pub(super) fn enter(&mut self, tag: &Tag<'a>) {
        if !tag.self_closing {
            self.0.push(tag.name);
        }
    }

    pub(super) fn tag(&mut self, tag: &Tag<'a>) -> Effect {
        if tag.closing {
            self.end(tag)
        } else {
            self.start(tag)
        }
    }

    fn start(&mut self, tag: &Tag<'a>) -> Effect {
        let at_integration_point = self.0.last().is_some_and(|open| holds_html(open));
        if at_integration_point
            || tag.name.eq_ignore_ascii_case(b"font")
            || self.0.len() >= MAX_OPEN
        {
            return Effect::Doubt;
        }
        if breaks_out(tag.name) {
            self.0.clear();
            return Effect::BackToHtml;
        }
        self.enter(tag);
        Effect::Foreign
    }

    fn end(&mut self, tag: &Tag<'a>) -> Effect {
        if is_one_of(tag.name, &["p", "br"]) {
            return Effect::Doubt;
        }
        match self
            .0
            .iter()
            .rposition(|open| open.eq_ignore_ascii_case(tag.name))
        {
            Some(at) => {
                self.0.truncate(at);
                Effect::Foreign
            }
            // It may close an HTML element around the foreign content.
            None => Effect::Doubt,
        }
    }
}

/// Whether children of the element are HTML again.
fn holds_html(name: &[u8]) -> bool {
    const NAMES: &[&str] = &[
        "foreignobject",
        "desc",
        "title",
        "mi",
        "mo",
        "mn",
        "ms",
        "mtext",
        "annotation-xml",
    ];
    is_one_of(name, NAMES)
}

/// Whether the element is HTML wherever it stands.
fn breaks_out(name: &[u8]) -> bool {
    const NAMES: &[&str] = &[
        "b",
        "big",
        "blockquote",
        "body",
        "br",
        "center",
        "code",
        "dd",
        "div",
        "dl",
        "dt",
        "em",
        "embed",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "head",
        "hr",
        "i",
        "img",
        "li",
        "listing",
        "menu",
        "meta",
        "nobr",
        "ol",
        "p",
        "pre",
        "ruby",
        "s",
        "small",
        "span",
        "strong",
        "strike",
        "sub",
        "sup",
        "table",
        "tt",
        "u",
        "ul",
        "var",
    ];
    is_one_of(name, NAMES)
}

fn is_one_of(name: &[u8], names: &[&str]) -> bool {
    names
        .iter()
        .any(|known| known.as_bytes().eq_ignore_ascii_case(name))
}
