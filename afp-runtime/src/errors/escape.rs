use std::fmt::{self, Write as _};

/// What each byte becomes inside a JSON string: 0 as it is, `u` as `\u00xx`, else `\` and this.
const ESCAPES: [u8; 256] = {
    let mut table = [0; 256];
    let mut control = 0;
    while control < 0x20 {
        table[control] = b'u';
        control += 1;
    }
    table[0x08] = b'b';
    table[0x09] = b't';
    table[0x0A] = b'n';
    table[0x0C] = b'f';
    table[0x0D] = b'r';
    table[b'"' as usize] = b'"';
    table[b'\\' as usize] = b'\\';
    table
};

/// Appends `text` as the inside of a JSON string (RFC 8259 §7), without the quotes.
#[inline]
pub(crate) fn push_escaped(buffer: &mut Vec<u8>, text: &str) {
    if is_plain(text.as_bytes()) {
        buffer.extend_from_slice(text.as_bytes());
    } else {
        push_escapes(buffer, text.as_bytes());
    }
}

/// Escapes everything behind `start`, which was written as it is.
///
/// Most texts need no escape: writing first and looking once is cheaper than looking at each piece
/// that the formatting machinery hands over.
#[inline]
fn escape_from(buffer: &mut Vec<u8>, start: usize) {
    if !is_plain(&buffer[start..]) {
        let raw = buffer.split_off(start);
        push_escapes(buffer, &raw);
    }
}

/// Whether no byte needs an escape. Looks at two words at a time, which compilers turn into one
/// vector; the last step may overlap the one before.
fn is_plain(bytes: &[u8]) -> bool {
    let Some(last) = bytes.last_chunk::<16>() else {
        return match (bytes.first_chunk(), bytes.last_chunk()) {
            (Some(first), Some(last)) => specials(*first) | specials(*last) == 0,
            _ => bytes.iter().all(|&byte| ESCAPES[usize::from(byte)] == 0),
        };
    };
    let mut found = specials_of_two(last);
    let mut rest = bytes;
    while let Some((two, behind)) = rest.split_first_chunk() {
        let more = specials_of_two(two);
        found = [found[0] | more[0], found[1] | more[1]];
        rest = behind;
    }
    found[0] | found[1] == 0
}

#[inline(always)]
fn specials_of_two(two: &[u8; 16]) -> [u64; 2] {
    let [a, b, c, d, e, f, g, h, second @ ..] = *two;
    [specials([a, b, c, d, e, f, g, h]), specials(second)]
}

/// Not 0 when one of the bytes needs an escape. A subtraction reaches the high bit of a byte that
/// was below; what it borrows from the next byte can only follow such a one.
#[inline(always)]
fn specials(word: [u8; 8]) -> u64 {
    const EACH: u64 = u64::MAX / 255;
    const HIGH_BITS: u64 = EACH << 7;
    const QUOTES: u64 = EACH * b'"' as u64;
    const BACKSLASHES: u64 = EACH * b'\\' as u64;
    let word = u64::from_ne_bytes(word);
    let controls = word.wrapping_sub(EACH * 0x20);
    let quotes = (word ^ QUOTES).wrapping_sub(EACH);
    let backslashes = (word ^ BACKSLASHES).wrapping_sub(EACH);
    (controls | quotes | backslashes) & !word & HIGH_BITS
}

#[cold]
fn push_escapes(buffer: &mut Vec<u8>, bytes: &[u8]) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let mut clean = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        let escape = ESCAPES[usize::from(byte)];
        if escape == 0 {
            continue;
        }
        buffer.extend_from_slice(&bytes[clean..at]);
        clean = at + 1;
        buffer.extend_from_slice(&[b'\\', escape]);
        if escape == b'u' {
            let (high, low) = (usize::from(byte >> 4), usize::from(byte & 0xF));
            buffer.extend_from_slice(&[b'0', b'0', HEX[high], HEX[low]]);
        }
    }
    buffer.extend_from_slice(&bytes[clean..]);
}

/// A sink for the formatting machinery.
struct Raw<'a>(&'a mut Vec<u8>);

impl fmt::Write for Raw<'_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

/// Appends formatted text as the inside of a JSON string.
#[inline]
pub(crate) fn push_formatted(buffer: &mut Vec<u8>, text: fmt::Arguments<'_>) {
    let start = buffer.len();
    // A `Display` that fails has no answer to give; what it wrote so far stays.
    let _ = Raw(buffer).write_fmt(text);
    escape_from(buffer, start);
}

#[cfg(test)]
mod tests {
    use super::{push_escaped, push_formatted};

    #[test]
    fn every_character_reads_back_as_it_was() {
        let all: String = (0..=0x2030)
            .filter_map(char::from_u32)
            .chain(['\u{1F600}'])
            .collect();
        let mut json = vec![b'"'];
        push_escaped(&mut json, &all);
        json.push(b'"');
        assert_eq!(serde_json::from_slice::<String>(&json).unwrap(), all);
        assert_eq!(json, serde_json::to_vec(&all).unwrap());
    }

    #[test]
    fn an_escape_is_found_wherever_it_stands() {
        for length in 1..70 {
            for at in 0..length {
                for special in ['"', '\\', '\n', '\u{1f}', '\u{7f}', 'é'] {
                    let mut text = "x".repeat(length);
                    text.replace_range(at..=at, special.encode_utf8(&mut [0; 4]));
                    let mut pushed = Vec::new();
                    push_escaped(&mut pushed, &text);
                    let mut formatted = b"before \" ".to_vec();
                    push_formatted(&mut formatted, format_args!("{text}"));
                    let json = serde_json::to_string(&text).unwrap();
                    let inside = &json.as_bytes()[1..json.len() - 1];
                    assert_eq!(pushed, inside);
                    assert_eq!(&formatted[9..], inside);
                }
            }
        }
    }
}
