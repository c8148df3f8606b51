//! HTML: where in a page can a script element go?

mod element;
mod foreign;
mod markup;
mod raw_text;
mod reader;
mod tag;

use std::ops::Range;

use memchr::{memchr2, memchr2_iter, memmem};

use self::reader::{End, Reader};
use crate::outcome::contract::ELEMENT_ID;

/// What a page offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HtmlPage {
    /// A script element put at this offset becomes one element of the document.
    Place(usize),
    /// Some element already has the contract's id.
    Contracted,
    /// No place is certain to work: the page ends inside a comment, a tag or raw text, has frames,
    /// or leaves it to the parser's state where an element would end up.
    NoPlace,
}

/// Reads a page in an encoding that keeps ASCII: finds the first `</head>`, else the first
/// `</body>`, else the end, and any element that has the contract's id.
///
/// Comments, raw text (script, style, title, textarea …), quoted attributes, templates, SVG and
/// MathML are read as an HTML parser reads them; what can't be told apart without building the
/// tree gives [`HtmlPage::NoPlace`]. Time is linear; memory is bounded.
///
/// ```
/// use afp_runtime::outcome::splice::{HtmlPage, read_html};
///
/// assert_eq!(read_html(b"<title></head></title></head><p>"), HtmlPage::Place(22));
/// assert_eq!(read_html(b"<!-- </head> --><p>hello"), HtmlPage::Place(24));
/// assert_eq!(read_html(b"<p>hello <!-- and no end"), HtmlPage::NoPlace);
/// ```
#[must_use]
pub fn read_html(page: &[u8]) -> HtmlPage {
    if page.trim_ascii().is_empty() || !keeps_ascii(page) {
        return HtmlPage::NoPlace;
    }
    let mut reader = Reader::new(page);
    let end = reader.run();
    if reader.contracted {
        return HtmlPage::Contracted;
    }
    let place = match end {
        End::Open => reader.place().or(Some(page.len())),
        End::Inside => reader.place(),
        End::Doubt(at) => reader.place().filter(|_| !may_undo_a_place(&page[at..])),
    };
    place.map_or(HtmlPage::NoPlace, HtmlPage::Place)
}

/// Where the text of the page's contract element is; for agents. `None` if there is none, or it
/// can't be told apart for certain.
#[must_use]
pub fn find_contract_element(page: &[u8]) -> Option<Range<usize>> {
    let mut reader = Reader::new(page);
    reader.run();
    reader.element
}

/// UTF-16 and the encodings that shift by escape sequences give other meanings to ASCII bytes.
fn keeps_ascii(page: &[u8]) -> bool {
    let utf_16 = page.starts_with(&[0xfe, 0xff]) || page.starts_with(&[0xff, 0xfe]);
    !utf_16 && memchr2(0, 0x1b, page).is_none()
}

/// Whether markup that was not read may hold an element with the contract's id (which could be
/// written with character references), or a frame set, which throws the body away.
fn may_undo_a_place(rest: &[u8]) -> bool {
    let frames = |at: usize| {
        rest.get(at..at + 8)
            .is_some_and(|name| name.eq_ignore_ascii_case(b"frameset"))
    };
    memmem::find(rest, ELEMENT_ID.as_bytes()).is_some()
        || memmem::find(rest, b"&#").is_some()
        || memchr2_iter(b'f', b'F', rest).any(frames)
}

#[cfg(test)]
mod tests;
