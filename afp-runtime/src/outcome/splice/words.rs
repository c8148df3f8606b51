//! Eight bytes at a time.

const ONES: u64 = u64::from_ne_bytes([0x01; 8]);
const HIGHS: u64 = u64::from_ne_bytes([0x80; 8]);

const fn all(byte: u8) -> u64 {
    ONES * byte as u64
}

/// Eight bytes from `at`, the first one lowest.
#[inline(always)]
pub(in crate::outcome::splice) fn load(text: &[u8], at: usize) -> Option<u64> {
    text.get(at..)?
        .first_chunk::<8>()
        .map(|word| u64::from_le_bytes(*word))
}

/// Marks of bytes that end a run of plain string text: `"`, `\` and control characters. The lowest
/// mark is exact; above it there may be more than there should.
#[inline(always)]
pub(in crate::outcome::splice) fn specials(word: u64) -> u64 {
    let quotes = (word ^ all(b'"')).wrapping_sub(ONES);
    let escapes = (word ^ all(b'\\')).wrapping_sub(ONES);
    let controls = word.wrapping_sub(all(0x20));
    (quotes | escapes | controls) & !word & HIGHS
}

/// Marks of bytes that are no spaces. The lowest mark is exact.
#[inline(always)]
pub(in crate::outcome::splice) fn non_spaces(word: u64) -> u64 {
    let value = word ^ all(b' ');
    (value.wrapping_add(all(0x7f)) | value) & HIGHS
}

/// The offset of a byte at or behind `at`. Short distances are the common ones, so the first words
/// are looked at here.
#[inline(always)]
pub(in crate::outcome::splice) fn find(byte: u8, text: &[u8], at: usize) -> Option<usize> {
    let mut at = at;
    for _ in 0..3 {
        let Some(word) = load(text, at) else { break };
        let value = word ^ all(byte);
        // The lowest mark is exact.
        let marks = value.wrapping_sub(ONES) & !value & HIGHS;
        if marks != 0 {
            return Some(at + first(marks));
        }
        at += 8;
    }
    memchr::memchr(byte, text.get(at..)?).map(|offset| at + offset)
}

/// Offset of the lowest mark.
#[inline(always)]
pub(in crate::outcome::splice) fn first(marks: u64) -> usize {
    (marks.trailing_zeros() / 8) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_is_found_at_every_distance() {
        for length in 0..70 {
            for place in 0..length {
                let mut text = vec![b'<' + 1; length];
                text[place] = b'<';
                assert_eq!(find(b'<', &text, 0), Some(place));
                assert_eq!(find(b'<', &text, place + 1), None);
                assert_eq!(find(b'<', &text, length + 9), None);
            }
        }
    }

    #[test]
    fn the_lowest_mark_is_exact_for_every_byte_at_every_place() {
        for place in 0..8 {
            for byte in 0..=255_u8 {
                for beside in [b'a', 0x80, 0xff, b' '] {
                    let mut bytes = [beside; 8];
                    bytes[place] = byte;
                    let word = u64::from_le_bytes(bytes);
                    let find = |wanted: fn(u8) -> bool| bytes.iter().position(|b| wanted(*b));
                    let marked = |marks: u64| (marks != 0).then(|| first(marks));
                    let special = find(|b| b == b'"' || b == b'\\' || b < 0x20);
                    assert_eq!(marked(specials(word)), special, "{bytes:?}");
                    assert_eq!(marked(non_spaces(word)), find(|b| b != b' '), "{bytes:?}");
                }
            }
        }
    }
}
