//! Start and end tags.

use crate::outcome::{contract::ELEMENT_ID, splice::words::find};

/// A tag from `<` to `>`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tag<'a> {
    /// Offset of the `<`.
    pub(super) start: usize,
    /// Offset behind the `>`.
    pub(super) end: usize,
    pub(super) closing: bool,
    pub(super) self_closing: bool,
    /// Whether its id is the contract's.
    pub(super) has_contract_id: bool,
    pub(super) name: &'a [u8],
}

/// What ends names and values, by byte.
const ENDS: [u8; 256] = {
    let mut ends = [0; 256];
    let mut spaces = [b' ', b'\t', b'\n', b'\r', 0x0c].as_slice();
    while let [space, rest @ ..] = spaces {
        ends[*space as usize] = SPACE | NAME | VALUE;
        spaces = rest;
    }
    ends[b'/' as usize] = NAME;
    ends[b'>' as usize] = NAME | VALUE;
    ends[b'=' as usize] = EQUALS;
    ends
};
const SPACE: u8 = 1;
/// Ends a tag name.
const NAME: u8 = 2;
/// Ends an unquoted value.
const VALUE: u8 = 4;
/// Ends, with [`NAME`], an attribute name.
const EQUALS: u8 = 8;

/// Whether a byte ends a tag name.
pub(super) fn ends_name(byte: u8) -> bool {
    ENDS[usize::from(byte)] & NAME != 0
}

/// The offset of the first byte at or behind `at` that is of one of the kinds.
#[inline(always)]
fn find_end(page: &[u8], mut at: usize, kinds: u8) -> Option<usize> {
    while ENDS[usize::from(*page.get(at)?)] & kinds == 0 {
        at += 1;
    }
    Some(at)
}

#[inline(always)]
fn skip_space(page: &[u8], mut at: usize) -> Option<usize> {
    while ENDS[usize::from(*page.get(at)?)] & SPACE != 0 {
        at += 1;
    }
    Some(at)
}

/// Reads the tag whose name begins at `name`. `None` if the page ends first.
pub(super) fn read_tag(page: &[u8], start: usize, name: usize, closing: bool) -> Option<Tag<'_>> {
    let end = find_end(page, name, NAME)?;
    let mut tag = Tag {
        start,
        end,
        closing,
        self_closing: false,
        has_contract_id: false,
        name: &page[name..end],
    };
    read_attributes(page, &mut tag)?;
    Some(tag)
}

fn read_attributes(page: &[u8], tag: &mut Tag<'_>) -> Option<()> {
    let mut at = tag.end;
    let mut id_seen = false;
    loop {
        match *page.get(at)? {
            b'>' => break,
            b'/' => {
                at += 1;
                if *page.get(at)? == b'>' {
                    tag.self_closing = true;
                    break;
                }
            }
            byte if ENDS[usize::from(byte)] & SPACE != 0 => at += 1,
            _ => {
                let name = at;
                // The first byte of a name may be `=`.
                at = find_end(page, at + 1, NAME | EQUALS)?;
                let is_id = at - name == 2 && page[name..at].eq_ignore_ascii_case(b"id");
                let (value, next) = read_value(page, at)?;
                if is_id && !id_seen {
                    id_seen = true;
                    tag.has_contract_id = is_contract_id(value);
                }
                at = next;
            }
        }
    }
    tag.end = at + 1;
    Some(())
}

/// The value behind an attribute name, empty if there is none, and the offset behind it.
#[inline(always)]
fn read_value(page: &[u8], after_name: usize) -> Option<(&[u8], usize)> {
    let at = skip_space(page, after_name)?;
    if page[at] != b'=' {
        return Some((&[], at));
    }
    let at = skip_space(page, at + 1)?;
    match page[at] {
        quote @ (b'"' | b'\'') => {
            let end = find(quote, page, at + 1)?;
            Some((&page[at + 1..end], end + 1))
        }
        // A missing value: the tag ends here.
        b'>' => Some((&[], at)),
        _ => {
            let end = find_end(page, at, VALUE)?;
            Some((&page[at..end], end))
        }
    }
}

fn is_contract_id(value: &[u8]) -> bool {
    value == ELEMENT_ID.as_bytes() || value.contains(&b'&') && decodes_to_contract_id(value)
}

/// Compares a value with numeric character references; named ones stand for no letter of the id.
fn decodes_to_contract_id(mut value: &[u8]) -> bool {
    for expected in ELEMENT_ID.bytes() {
        let (byte, rest) = match value {
            [b'&', b'#', b'x' | b'X', digits @ ..] => reference(digits, 16),
            [b'&', b'#', digits @ ..] => reference(digits, 10),
            [byte, rest @ ..] => (u32::from(*byte), rest),
            [] => return false,
        };
        if byte != u32::from(expected) {
            return false;
        }
        value = rest;
    }
    value.is_empty()
}

fn reference(digits: &[u8], radix: u32) -> (u32, &[u8]) {
    let length = digits
        .iter()
        .take_while(|digit| char::from(**digit).is_digit(radix))
        .count();
    let number = digits[..length].iter().fold(0_u32, |number, digit| {
        let digit = char::from(*digit).to_digit(radix).unwrap_or_default();
        number.saturating_mul(radix).saturating_add(digit)
    });
    let rest = &digits[length..];
    (number, rest.strip_prefix(b";").unwrap_or(rest))
}
