use std::fmt;

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
    let bytes = text.as_bytes();
    match bytes
        .iter()
        .position(|&byte| ESCAPES[usize::from(byte)] != 0)
    {
        None => buffer.extend_from_slice(bytes),
        Some(first) => push_escaped_from(buffer, bytes, first),
    }
}

#[cold]
fn push_escaped_from(buffer: &mut Vec<u8>, bytes: &[u8], first: usize) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    buffer.extend_from_slice(&bytes[..first]);
    let mut clean = first;
    for (at, &byte) in bytes.iter().enumerate().skip(first) {
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

/// A sink for the formatting machinery that escapes what passes through.
pub(crate) struct Escaped<'a>(pub(crate) &'a mut Vec<u8>);

impl fmt::Write for Escaped<'_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        push_escaped(self.0, text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::push_escaped;

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
}
