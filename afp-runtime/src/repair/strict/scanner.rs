mod text;

use super::flaw::{Flaw, Reason, place};
use super::member_names::MemberNames;
use super::{MAX_DEPTH, number_length};

/// An open list, or the number of names before an open object's.
#[derive(Debug, Clone, Copy)]
enum Open {
    List,
    Object(usize),
}

/// One pass over a document.
pub(super) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Names are unique, too.
    unique: bool,
    names: MemberNames<'a>,
    open: Vec<Open>,
}

/// Reasons by reference: results fit into registers.
type Scan<T> = Result<T, &'static Reason>;
type Scanned = Scan<()>;

const DUPLICATE: &Reason = &Reason::DuplicateMember {
    name: String::new(),
};

impl<'a> Scanner<'a> {
    pub(super) fn new(bytes: &'a [u8], unique: bool) -> Self {
        Self {
            bytes,
            at: 0,
            unique,
            names: MemberNames::new(bytes),
            open: Vec::new(),
        }
    }

    pub(super) fn document(mut self) -> Result<(), Flaw> {
        self.values().map_err(|reason| {
            let (line, column) = place(self.bytes, self.at);
            let name = self.names.last_text();
            Flaw {
                offset: self.at,
                line,
                column,
                reason: match reason {
                    Reason::DuplicateMember { .. } => Reason::DuplicateMember { name },
                    other => other.clone(),
                },
                names: self.names.spans(),
            }
        })
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// The next byte that is no white space; it is not taken.
    #[inline]
    fn peek_past_blank(&mut self) -> Option<u8> {
        while let Some(byte) = self.peek() {
            if !matches!(byte, b' ' | b'\n' | b'\t' | b'\r') {
                return Some(byte);
            }
            self.at += 1;
        }
        None
    }

    fn values(&mut self) -> Scanned {
        if self.peek_past_blank().is_none() {
            return Err(&Reason::Empty);
        }
        loop {
            let opened = self.value()?;
            if !opened && !self.next_value()? {
                break;
            }
        }
        match self.peek_past_blank() {
            None => Ok(()),
            Some(_) => Err(&Reason::TextAfterTheDocument),
        }
    }

    /// A scalar or an empty container, taken; or the start of a container (`true`).
    #[inline]
    fn value(&mut self) -> Scan<bool> {
        match self.peek_past_blank().ok_or(&Reason::UnexpectedEnd)? {
            b'"' => self.string().map(|_| false),
            b'{' => self.open_object(),
            b'[' => self.open_list(),
            b'-' | b'0'..=b'9' => self.number().map(|()| false),
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            _ => Err(&Reason::Value),
        }
    }

    /// After a value: past a comma to the next one (`true`), or to the end of the document.
    #[inline]
    fn next_value(&mut self) -> Scan<bool> {
        while let Some(&open) = self.open.last() {
            let byte = self.peek_past_blank().ok_or(&Reason::UnexpectedEnd)?;
            match (open, byte) {
                (Open::List, b',') => {
                    self.at += 1;
                    return Ok(true);
                }
                (Open::Object(first), b',') => {
                    self.at += 1;
                    self.member_name(first)?;
                    return Ok(true);
                }
                (Open::List, b']') | (Open::Object(_), b'}') => self.close(),
                _ => return Err(&Reason::CommaOrEnd),
            }
        }
        Ok(false)
    }

    fn open_list(&mut self) -> Scan<bool> {
        self.enter(Open::List)?;
        self.opened(b']')
    }

    fn open_object(&mut self) -> Scan<bool> {
        let first = self.names.count();
        self.enter(Open::Object(first))?;
        let opened = self.opened(b'}')?;
        if opened {
            self.member_name(first)?;
        }
        Ok(opened)
    }

    fn enter(&mut self, open: Open) -> Scanned {
        if self.open.len() == MAX_DEPTH {
            return Err(&Reason::TooDeep);
        }
        self.at += 1;
        self.open.push(open);
        Ok(())
    }

    /// Whether something stands in the container that was entered; an empty one is closed.
    fn opened(&mut self, close: u8) -> Scan<bool> {
        if self.peek_past_blank().ok_or(&Reason::UnexpectedEnd)? == close {
            self.close();
            return Ok(false);
        }
        Ok(true)
    }

    fn close(&mut self) {
        self.at += 1;
        if let Some(Open::Object(first)) = self.open.pop() {
            self.names.close(first);
        }
    }

    #[inline]
    fn member_name(&mut self, first: usize) -> Scanned {
        match self.peek_past_blank() {
            Some(b'"') => {}
            Some(_) => return Err(&Reason::MemberName),
            None => return Err(&Reason::UnexpectedEnd),
        }
        let start = self.at;
        let escaped = self.string()?;
        let span = start + 1..self.at - 1;
        match self.peek_past_blank() {
            Some(b':') => self.at += 1,
            Some(_) => return Err(&Reason::Colon),
            None => return Err(&Reason::UnexpectedEnd),
        }
        if !self.names.insert(first, span, escaped) && self.unique {
            self.at = start;
            return Err(DUPLICATE);
        }
        Ok(())
    }

    fn word(&mut self, word: &[u8]) -> Scan<bool> {
        if !self.bytes[self.at..].starts_with(word) {
            return Err(&Reason::Value);
        }
        self.at += word.len();
        Ok(false)
    }

    #[inline]
    fn number(&mut self) -> Scanned {
        let rest = &self.bytes[self.at..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let ends = !matches!(rest.get(digits), Some(b'.' | b'e' | b'E'));
        // Without an exponent it takes 309 digits to leave the range.
        if ends && (1..=308).contains(&digits) && (digits == 1 || rest[0] != b'0') {
            self.at += digits;
            return Ok(());
        }
        self.any_number()
    }

    fn any_number(&mut self) -> Scanned {
        let rest = &self.bytes[self.at..];
        let length = number_length(rest).ok_or(&Reason::Number)?;
        let text = &rest[..length];
        let may_be_large = length > 308 || text.iter().any(|byte| byte | 0x20 == b'e');
        if may_be_large && !is_finite(text) {
            return Err(&Reason::NumberOutOfRange);
        }
        self.at += length;
        Ok(())
    }
}

fn is_finite(number: &[u8]) -> bool {
    let text = std::str::from_utf8(number).ok();
    text.and_then(|text| text.parse().ok())
        .is_some_and(f64::is_finite)
}
