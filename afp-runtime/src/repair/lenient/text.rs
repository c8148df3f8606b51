//! Strings with their escapes.

use super::Reader;

impl Reader<'_> {
    /// A string in double or single quotes, the opening one not yet taken.
    pub(super) fn string(&mut self) -> Option<String> {
        let quote = self.peek()?;
        self.at += 1;
        self.is_json &= quote == b'"';
        let mut text = String::new();
        loop {
            let special = |byte: u8| byte == quote || byte == b'\\' || byte < 0x20;
            let plain = self.rest().bytes().position(special)?;
            text.push_str(&self.rest()[..plain]);
            self.at += plain + 1;
            match self.text.as_bytes()[self.at - 1] {
                b'\\' => text.push(self.escape()?),
                byte if byte == quote => return Some(text),
                control => {
                    self.is_json = false;
                    text.push(char::from(control));
                }
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        let byte = self.peek()?;
        self.at += 1;
        Some(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode_escape(),
            b'\'' => {
                self.is_json = false;
                '\''
            }
            _ => {
                // Back to a character boundary; the document is refused.
                self.at -= 1;
                return None;
            }
        })
    }

    /// Surrogates come in pairs (RFC 8259 §7); a lone one stands for no text.
    fn unicode_escape(&mut self) -> Option<char> {
        let unit = self.code_unit()?;
        let code = match unit {
            0xD800..=0xDBFF => {
                let paired = self.take(b'\\') && self.take(b'u');
                let low = paired.then(|| self.code_unit()).flatten()?;
                if !(0xDC00..=0xDFFF).contains(&low) {
                    return None;
                }
                0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)
            }
            _ => unit,
        };
        char::from_u32(code)
    }

    fn code_unit(&mut self) -> Option<u32> {
        let digits = self.rest().get(..4)?;
        let unit = u32::from_str_radix(digits, 16).ok()?;
        let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        self.at += 4;
        is_hex.then_some(unit)
    }
}
