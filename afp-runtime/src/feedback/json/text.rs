/// How many of the first bytes of `bytes` may stand in a JSON string as they are: up to the
/// first quote, backslash or control character.
#[inline]
pub(crate) fn plain_len(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(chunk) = bytes.get(at..at + 8) {
        let word = u64::from_le_bytes([
            chunk[0], chunk[1], chunk[2], chunk[3], chunk[4], chunk[5], chunk[6], chunk[7],
        ]);
        let special = special_bytes(word);
        if special != 0 {
            return at + (special.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    bytes[at..]
        .iter()
        .position(|&byte| is_special(byte))
        .map_or(bytes.len(), |offset| at + offset)
}

#[inline]
fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// The high bit of each special byte; the lowest one set is exact, which is all that is used.
#[inline]
fn special_bytes(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let zero = |word: u64| word.wrapping_sub(ONES) & !word;
    let control = word.wrapping_sub(ONES * 0x20) & !word;
    let quote = zero(word ^ (ONES * b'"' as u64));
    let backslash = zero(word ^ (ONES * b'\\' as u64));
    (control | quote | backslash) & HIGHS
}

/// Appends `text` as a JSON string, with its quotes.
pub(crate) fn write_string(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    loop {
        let plain = plain_len(rest.as_bytes());
        out.push_str(&rest[..plain]);
        rest = &rest[plain..];
        let Some(&special) = rest.as_bytes().first() else {
            break;
        };
        push_escape(out, special);
        rest = &rest[1..];
    }
    out.push('"');
}

fn push_escape(out: &mut String, byte: u8) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    match byte {
        b'"' => out.push_str("\\\""),
        b'\\' => out.push_str("\\\\"),
        b'\n' => out.push_str("\\n"),
        b'\r' => out.push_str("\\r"),
        b'\t' => out.push_str("\\t"),
        0x08 => out.push_str("\\b"),
        0x0C => out.push_str("\\f"),
        control => {
            out.push_str("\\u00");
            out.push(char::from(HEX[usize::from(control >> 4)]));
            out.push(char::from(HEX[usize::from(control & 0xF)]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_is_written_as_serde_json_writes_it() {
        let all: String = (0..=0x2030)
            .filter_map(char::from_u32)
            .chain(['\u{1F600}'])
            .collect();
        let mut json = String::new();
        write_string(&mut json, &all);
        assert_eq!(json, serde_json::to_string(&all).unwrap());
    }

    #[test]
    fn the_first_special_byte_is_found_at_every_offset() {
        for special in [b'"', b'\\', 0, 0x1F, b'\n'] {
            for before in 0..20 {
                let mut bytes = vec![0xC3_u8; before];
                bytes.push(special);
                bytes.extend_from_slice(b"abc\"defghijkl");
                assert_eq!(plain_len(&bytes), before, "{special} after {before}");
            }
        }
    }
}
