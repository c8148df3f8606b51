//! Strings.

use super::{Scan, Scanned, Scanner};
use crate::repair::strict::Reason;

/// Where the run of plain ASCII from `at` on ends in a string: at a quote, a backslash, a control
/// character, a byte of another character, or the end.
#[inline]
fn end_of_plain(bytes: &[u8], mut at: usize) -> usize {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word;
    while let Some(chunk) = bytes[at..].first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        let quotes = zeros(word ^ (ONES * b'"' as u64));
        let backslashes = zeros(word ^ (ONES * b'\\' as u64));
        let controls = word.wrapping_sub(ONES * 0x20) & !word;
        let special = (quotes | backslashes | controls | word) & HIGH;
        if special != 0 {
            // Exact for the first one.
            return at + special.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let is_plain = |&byte: &u8| (0x20..0x80).contains(&byte) && byte != b'"' && byte != b'\\';
    at + bytes[at..].iter().take_while(|byte| is_plain(byte)).count()
}

impl Scanner<'_> {
    /// Past the closing quote; whether there was an escape.
    #[inline]
    pub(super) fn string(&mut self) -> Scan<bool> {
        let start = self.at + 1;
        let (mut escaped, mut is_ascii) = (false, true);
        self.at = start;
        loop {
            self.at = end_of_plain(self.bytes, self.at);
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    escaped = true;
                    self.escape()?;
                }
                Some(0x80..) => {
                    is_ascii = false;
                    self.at += 1;
                }
                Some(_) => return Err(&Reason::ControlCharacter),
                None => return Err(&Reason::UnexpectedEnd),
            }
        }
        if !is_ascii {
            self.expect_utf8(start)?;
        }
        self.at += 1;
        Ok(escaped)
    }

    /// From `start` to the closing quote.
    fn expect_utf8(&mut self, start: usize) -> Scanned {
        std::str::from_utf8(&self.bytes[start..self.at])
            .map(drop)
            .map_err(|error| {
                self.at = start + error.valid_up_to();
                &Reason::NotUtf8
            })
    }

    #[cold]
    fn escape(&mut self) -> Scanned {
        let escape = self.bytes.get(self.at + 1);
        match escape.ok_or(&Reason::UnexpectedEnd)? {
            b'u' => match self.code_unit(self.at)? {
                0xD800..=0xDBFF => match self.code_unit(self.at + 6) {
                    Ok(0xDC00..=0xDFFF) => self.at += 12,
                    _ => return Err(&Reason::LoneSurrogate),
                },
                0xDC00..=0xDFFF => return Err(&Reason::LoneSurrogate),
                _ => self.at += 6,
            },
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => self.at += 2,
            _ => return Err(&Reason::Escape),
        }
        Ok(())
    }

    /// The code unit of the `\uXXXX` at `at`.
    fn code_unit(&self, at: usize) -> Scan<u32> {
        let digits = self
            .bytes
            .get(at..at + 6)
            .and_then(|text| text.strip_prefix(b"\\u"))
            .filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))
            .and_then(|digits| std::str::from_utf8(digits).ok());
        digits
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            .ok_or(&Reason::Escape)
    }
}
