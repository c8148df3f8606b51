//! From one tag to the next, past text, comments and declarations.

use memchr::{memchr, memchr_iter, memmem};

use super::tag::{Tag, read_tag};
use crate::outcome::splice::words::find;

/// What comes next in a page.
#[derive(Debug)]
pub(super) enum Markup<'a> {
    Tag(Tag<'a>),
    /// The page ends in plain text: an element put there is one.
    Text,
    /// The page ends inside a tag, comment or declaration.
    Unfinished,
}

/// The next tag at or behind `at`, where the page is in text. Within SVG and MathML (`foreign`)
/// there are CDATA sections.
pub(super) fn next_markup(page: &[u8], mut at: usize, foreign: bool) -> Markup<'_> {
    loop {
        let Some(start) = find(b'<', page, at) else {
            return Markup::Text;
        };
        let tag = match page.get(start + 1) {
            Some(b'a'..=b'z' | b'A'..=b'Z') => read_tag(page, start, start + 1, false),
            Some(b'/') => match page.get(start + 2) {
                Some(b'a'..=b'z' | b'A'..=b'Z') => read_tag(page, start, start + 2, true),
                _ => match past(page, start + 2) {
                    Some(end) => {
                        at = end;
                        continue;
                    }
                    None => None,
                },
            },
            Some(b'!' | b'?') => match end_of_declaration(page, start, foreign) {
                Some(end) => {
                    at = end;
                    continue;
                }
                None => None,
            },
            _ => {
                at = start + 1;
                continue;
            }
        };
        return tag.map_or(Markup::Unfinished, Markup::Tag);
    }
}

/// The end of what begins with `<!` or `<?`: a comment, CDATA, or up to the next `>`.
fn end_of_declaration(page: &[u8], start: usize, foreign: bool) -> Option<usize> {
    let rest = &page[start..];
    if rest.starts_with(b"<!--") {
        return end_of_comment(page, start + 4);
    }
    if foreign && rest.starts_with(b"<![CDATA[") {
        return memmem::find(rest, b"]]>").map(|offset| start + offset + 3);
    }
    past(page, start + 2)
}

/// Comments end at `-->` or `--!>`; `<!-->` and `<!--->` are whole ones.
fn end_of_comment(page: &[u8], body: usize) -> Option<usize> {
    let rest = &page[body..];
    for length in memchr_iter(b'>', rest) {
        let text = &rest[..length];
        if text.is_empty() || text == b"-" || text.ends_with(b"--") || text.ends_with(b"--!") {
            return Some(body + length + 1);
        }
    }
    None
}

/// Behind the next `>`.
fn past(page: &[u8], at: usize) -> Option<usize> {
    memchr(b'>', page.get(at..)?).map(|offset| at + offset + 1)
}
