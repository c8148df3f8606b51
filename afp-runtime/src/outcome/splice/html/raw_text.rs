//! Text in which tags have no meaning.

use memchr::{memchr, memchr2, memmem};

use super::tag::ends_name;

/// Where the end tag of a raw-text element begins, from `at` on.
pub(super) fn end_of_raw_text(page: &[u8], at: usize, name: &[u8]) -> Option<usize> {
    memmem::find_iter(&page[at..], b"</")
        .map(|offset| at + offset)
        .find(|start| names(page, start + 2, name))
}

/// Where the end tag of a script begins: `<!--` opens a part in which `<script>` opens a further
/// one, whose `</script>` does not end the element.
pub(super) fn end_of_script(page: &[u8], mut at: usize) -> Option<usize> {
    let mut nesting = Nesting::Plain;
    loop {
        let offset = match nesting {
            Nesting::Plain => memchr(b'<', &page[at..])?,
            _ => memchr2(b'<', b'>', &page[at..])?,
        };
        let found = at + offset;
        at = found + 1;
        if page[found] == b'>' {
            if page[..found].ends_with(b"--") {
                nesting = Nesting::Plain;
            }
            continue;
        }
        let closes = page.get(at) == Some(&b'/') && names(page, at + 1, b"script");
        match nesting {
            Nesting::Plain | Nesting::Escaped if closes => return Some(found),
            Nesting::Plain if page[at..].starts_with(b"!--") => nesting = Nesting::Escaped,
            Nesting::Escaped if names(page, at, b"script") => nesting = Nesting::Double,
            Nesting::Double if closes => nesting = Nesting::Escaped,
            _ => {}
        }
    }
}

#[derive(Clone, Copy)]
enum Nesting {
    Plain,
    Escaped,
    Double,
}

/// Whether this name, and no longer one, stands at `at`.
fn names(page: &[u8], at: usize, name: &[u8]) -> bool {
    let end = at + name.len();
    page.get(at..end)
        .is_some_and(|found| found.eq_ignore_ascii_case(name))
        && page.get(end).is_some_and(|byte| ends_name(*byte))
}
