use super::{Reader, Stop};
use crate::feedback::json::text::plain_len;

impl Reader<'_> {
    /// The rest of a string that starts at `start` and has something special at `self.at`.
    pub(super) fn escaped_string(&mut self, start: usize) -> Result<String, Stop> {
        let mut out = String::from(&self.text[start..self.at]);
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push(self.escape()?),
                Some(_) => return Err(self.fault("a control character inside a string")),
                None => return Err(self.fault("a string that does not end")),
            }
            let plain = plain_len(&self.bytes[self.at..]);
            out.push_str(&self.text[self.at..self.at + plain]);
            self.at += plain;
        }
    }

    fn escape(&mut self) -> Result<char, Stop> {
        let character = match self.bytes.get(self.at + 1) {
            Some(b'u') => return self.unicode_escape(),
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{C}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            _ => return Err(self.fault("an escape that JSON does not have")),
        };
        self.at += 2;
        Ok(character)
    }

    fn unicode_escape(&mut self) -> Result<char, Stop> {
        let first = self.hex_quad(self.at)?;
        if !(0xD800..0xE000).contains(&first) {
            self.at += 6;
            return char::from_u32(first).ok_or_else(|| self.fault("a lone surrogate"));
        }
        let is_pair = first < 0xDC00 && self.bytes[self.at + 6..].starts_with(b"\\u");
        if !is_pair {
            return Err(self.fault("a lone surrogate"));
        }
        let second = self.hex_quad(self.at + 6)?;
        if !(0xDC00..0xE000).contains(&second) {
            return Err(self.fault("a lone surrogate"));
        }
        self.at += 12;
        let code = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
        char::from_u32(code).ok_or_else(|| self.fault("a lone surrogate"))
    }

    /// The four digits after the `\u` at `at`.
    fn hex_quad(&mut self, at: usize) -> Result<u32, Stop> {
        let digits = self.bytes.get(at + 2..at + 6).unwrap_or_default();
        let all_hex = digits.len() == 4 && digits.iter().all(u8::is_ascii_hexdigit);
        if !all_hex {
            return Err(self.fault("`\\u` without four hexadecimal digits"));
        }
        let value = |byte: u8| char::from(byte).to_digit(16).unwrap_or(0);
        Ok(digits.iter().fold(0, |code, &byte| code * 16 + value(byte)))
    }
}
