//! Start and end tags.

use memchr::memchr;

use crate::outcome::contract::ELEMENT_ID;

/// A tag from `<` to `>`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tag {
    /// Offset of the `<`.
    pub(super) start: usize,
    /// Offset behind the `>`.
    pub(super) end: usize,
    pub(super) closing: bool,
    pub(super) self_closing: bool,
    /// Whether its id is the contract's.
    pub(super) has_contract_id: bool,
    pub(super) name: Name,
}

/// A tag name in lower case. Longer ones than any that matters are cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Name {
    letters: [u8; Name::LONGEST],
    length: u8,
}

impl Name {
    /// `annotation-xml` has 14 letters; the rest tells cut names apart.
    const LONGEST: usize = 23;

    fn new(name: &[u8]) -> Self {
        let mut letters = [0; Self::LONGEST];
        let kept = name.len().min(Self::LONGEST);
        letters[..kept].copy_from_slice(&name[..kept]);
        letters.make_ascii_lowercase();
        Self {
            letters,
            length: kept as u8,
        }
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.letters[..usize::from(self.length)]
    }

    /// Whether two equal names may stand for different tags.
    pub(super) fn is_cut(&self) -> bool {
        usize::from(self.length) == Self::LONGEST
    }
}

pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c)
}

/// Whether a byte ends a tag name.
pub(super) fn ends_name(byte: u8) -> bool {
    is_space(byte) || byte == b'/' || byte == b'>'
}

/// Reads the tag whose name begins at `name`. `None` if the page ends first.
pub(super) fn read_tag(page: &[u8], start: usize, name: usize, closing: bool) -> Option<Tag> {
    let length = page[name..].iter().position(|byte| ends_name(*byte))?;
    let end_of_name = name + length;
    let mut tag = Tag {
        start,
        end: end_of_name,
        closing,
        self_closing: false,
        has_contract_id: false,
        name: Name::new(&page[name..end_of_name]),
    };
    read_attributes(page, &mut tag)?;
    Some(tag)
}

fn read_attributes(page: &[u8], tag: &mut Tag) -> Option<()> {
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
            byte if is_space(byte) => at += 1,
            _ => {
                let name = at;
                at = end_of_attribute_name(page, at)?;
                let is_id = page[name..at].eq_ignore_ascii_case(b"id");
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

/// The first byte of a name may be `=`.
fn end_of_attribute_name(page: &[u8], at: usize) -> Option<usize> {
    let rest = page.get(at + 1..)?;
    rest.iter()
        .position(|byte| ends_name(*byte) || *byte == b'=')
        .map(|length| at + 1 + length)
}

/// The value behind an attribute name, empty if there is none, and the offset behind it.
fn read_value(page: &[u8], after_name: usize) -> Option<(&[u8], usize)> {
    let at = skip_space(page, after_name)?;
    if page[at] != b'=' {
        return Some((&[], at));
    }
    let at = skip_space(page, at + 1)?;
    match page[at] {
        quote @ (b'"' | b'\'') => {
            let value = &page[at + 1..];
            let length = memchr(quote, value)?;
            Some((&value[..length], at + length + 2))
        }
        // A missing value: the tag ends here.
        b'>' => Some((&[], at)),
        _ => {
            let value = &page[at..];
            let length = value
                .iter()
                .position(|byte| is_space(*byte) || *byte == b'>')?;
            Some((&value[..length], at + length))
        }
    }
}

fn skip_space(page: &[u8], at: usize) -> Option<usize> {
    page[at..]
        .iter()
        .position(|byte| !is_space(*byte))
        .map(|length| at + length)
}

fn is_contract_id(value: &[u8]) -> bool {
    value == ELEMENT_ID.as_bytes() || memchr(b'&', value).is_some() && decodes_to_contract_id(value)
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
