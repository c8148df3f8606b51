//! The grammar: a loop with the open arrays and objects in the bits of one word.

use std::ops::Range;

use super::{JsonText, MAX_DEPTH, number::end_of_number, string::end_of_string};
use crate::outcome::{
    contract::MEMBER,
    splice::words::{first, load, non_spaces},
};

/// A reading of one text.
pub(super) struct Document<'a> {
    text: &'a [u8],
    at: usize,
    depth: u32,
    /// One bit for each open container, the innermost lowest; set for objects.
    objects: u128,
    has_members: bool,
    contract: Contract,
}

/// What is known of the top-level member `_agentFeedback`.
#[derive(Clone, PartialEq, Eq)]
enum Contract {
    Absent,
    /// Its value begins behind the colon.
    Open(usize),
    Found(Range<usize>),
}

impl<'a> Document<'a> {
    /// The text is UTF-8.
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
            objects: 0,
            has_members: false,
            contract: Contract::Absent,
        }
    }

    /// What the text is; `None` if it is not valid.
    pub(super) fn read(&mut self) -> Option<JsonText> {
        let start = self.next()?;
        self.value(start)?;
        let end = self.at - 1;
        self.skip_space();
        if self.at != self.text.len() {
            return None;
        }
        Some(match (start, &self.contract) {
            (b'{', Contract::Absent) => JsonText::Object {
                end,
                has_members: self.has_members,
            },
            (b'{', _) => JsonText::Contracted,
            _ => JsonText::Other,
        })
    }

    /// Where the first top-level `_agentFeedback` has its value.
    pub(super) fn contract(self) -> Option<Range<usize>> {
        match self.contract {
            Contract::Found(range) => Some(range),
            _ => None,
        }
    }

    /// Reads the value that begins with `byte`, and all that is in it.
    fn value(&mut self, mut byte: u8) -> Option<()> {
        loop {
            byte = match byte {
                b'"' => {
                    self.at = end_of_string(self.text, self.at)?.0;
                    self.after_value()?
                }
                b'-' | b'0'..=b'9' => {
                    self.at = end_of_number(self.text, self.at - 1)?;
                    self.after_value()?
                }
                b'{' => {
                    self.open(true)?;
                    match self.next()? {
                        b'}' => {
                            self.close();
                            self.after_value()?
                        }
                        b'"' => self.member()?,
                        _ => return None,
                    }
                }
                b'[' => {
                    self.open(false)?;
                    match self.next()? {
                        b']' => {
                            self.close();
                            self.after_value()?
                        }
                        other => other,
                    }
                }
                b't' => self.word(b"rue")?,
                b'f' => self.word(b"alse")?,
                b'n' => self.word(b"ull")?,
                _ => return None,
            };
            if self.depth == 0 {
                return Some(());
            }
        }
    }

    /// Closes what ends here; gives the first byte of the next value, or, at depth 0, nothing.
    #[inline(always)]
    fn after_value(&mut self) -> Option<u8> {
        while self.depth > 0 {
            let in_object = self.objects & 1 == 1;
            match self.next()? {
                b',' if in_object => {
                    self.end_member();
                    return (self.next()? == b'"').then(|| self.member())?;
                }
                b',' => return self.next(),
                b'}' if in_object => {
                    self.end_member();
                    self.close();
                }
                b']' if !in_object => self.close(),
                _ => return None,
            }
        }
        Some(0)
    }

    /// Reads a name whose quote has been read, and the colon; gives the first byte of the value.
    #[inline(always)]
    fn member(&mut self) -> Option<u8> {
        let start = self.at - 1;
        let (end, escaped) = end_of_string(self.text, self.at)?;
        self.at = end;
        let is_contract = self.depth == 1 && is_contract(&self.text[start..end], escaped);
        if self.next()? != b':' {
            return None;
        }
        let byte = self.next()?;
        if self.depth == 1 {
            self.has_members = true;
            if is_contract && self.contract == Contract::Absent {
                self.contract = Contract::Open(self.at - 1);
            }
        }
        Some(byte)
    }

    /// Behind the value of a member, at the comma or brace.
    #[inline(always)]
    fn end_member(&mut self) {
        if self.depth == 1 {
            if let Contract::Open(start) = self.contract {
                self.contract = Contract::Found(start..self.at - 1);
            }
        }
    }

    fn word(&mut self, rest: &[u8]) -> Option<u8> {
        self.text
            .get(self.at..)?
            .starts_with(rest)
            .then(|| self.at += rest.len())?;
        self.after_value()
    }

    #[inline(always)]
    fn open(&mut self, object: bool) -> Option<()> {
        self.depth += 1;
        self.objects = self.objects << 1 | u128::from(object);
        (self.depth <= MAX_DEPTH).then_some(())
    }

    #[inline(always)]
    fn close(&mut self) {
        self.depth -= 1;
        self.objects >>= 1;
    }

    /// The next byte that is not white space, and past it.
    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        let byte = *self.text.get(self.at)?;
        if byte > b' ' {
            self.at += 1;
            return Some(byte);
        }
        self.skip_space();
        let byte = *self.text.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.text.get(self.at) {
            self.at += 1;
            // Indentation is long runs of spaces.
            while let Some(word) = load(self.text, self.at) {
                let marks = non_spaces(word);
                if marks != 0 {
                    self.at += first(marks);
                    break;
                }
                self.at += 8;
            }
        }
    }
}

/// Whether a quoted name is the contract's, read as JSON.
fn is_contract(quoted: &[u8], escaped: bool) -> bool {
    if escaped {
        return serde_json::from_slice::<String>(quoted).is_ok_and(|name| name == MEMBER);
    }
    &quoted[1..quoted.len() - 1] == MEMBER.as_bytes()
}
