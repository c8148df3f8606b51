//! SVG and MathML inside a page.

use super::tag::{Name, Tag};

/// Open SVG and MathML elements, at most; deeper is not followed.
const MAX_OPEN: usize = 512;

/// The open elements of SVG or MathML; empty in HTML.
#[derive(Debug, Default)]
pub(super) struct Foreign(Vec<Name>);

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

impl Foreign {
    pub(super) fn is_open(&self) -> bool {
        !self.0.is_empty()
    }

    /// Opens foreign content with `svg` or `math`.
    pub(super) fn enter(&mut self, tag: &Tag) {
        if !tag.self_closing {
            self.0.push(tag.name);
        }
    }

    pub(super) fn tag(&mut self, tag: &Tag) -> Effect {
        if tag.closing {
            self.end(tag)
        } else {
            self.start(tag)
        }
    }

    fn start(&mut self, tag: &Tag) -> Effect {
        let at_integration_point = self.0.last().is_some_and(|open| holds_html(open));
        if at_integration_point || tag.name.as_bytes() == b"font" || self.0.len() >= MAX_OPEN {
            return Effect::Doubt;
        }
        if breaks_out(tag.name.as_bytes()) {
            self.0.clear();
            return Effect::BackToHtml;
        }
        self.enter(tag);
        Effect::Foreign
    }

    fn end(&mut self, tag: &Tag) -> Effect {
        if matches!(tag.name.as_bytes(), b"p" | b"br") || tag.name.is_cut() {
            return Effect::Doubt;
        }
        match self.0.iter().rposition(|open| *open == tag.name) {
            Some(at) => {
                self.0.truncate(at);
                Effect::Foreign
            }
            // It may close an HTML element around the foreign content.
            None => Effect::Doubt,
        }
    }
}

/// Elements whose children are HTML again.
fn holds_html(name: &Name) -> bool {
    matches!(
        name.as_bytes(),
        b"foreignobject"
            | b"desc"
            | b"title"
            | b"mi"
            | b"mo"
            | b"mn"
            | b"ms"
            | b"mtext"
            | b"annotation-xml"
    )
}

/// HTML elements that are never foreign.
fn breaks_out(name: &[u8]) -> bool {
    matches!(
        name,
        b"b" | b"big"
            | b"blockquote"
            | b"body"
            | b"br"
            | b"center"
            | b"code"
            | b"dd"
            | b"div"
            | b"dl"
            | b"dt"
            | b"em"
            | b"embed"
            | b"h1"
            | b"h2"
            | b"h3"
            | b"h4"
            | b"h5"
            | b"h6"
            | b"head"
            | b"hr"
            | b"i"
            | b"img"
            | b"li"
            | b"listing"
            | b"menu"
            | b"meta"
            | b"nobr"
            | b"ol"
            | b"p"
            | b"pre"
            | b"ruby"
            | b"s"
            | b"small"
            | b"span"
            | b"strong"
            | b"strike"
            | b"sub"
            | b"sup"
            | b"table"
            | b"tt"
            | b"u"
            | b"ul"
            | b"var"
    )
}
