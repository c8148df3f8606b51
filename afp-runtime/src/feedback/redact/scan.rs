use std::borrow::Cow;
use std::ops::Range;

use super::{REDACTED, card, email, pair, pem, scheme, token, url};

/// What a byte may begin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Plain,
    Letter,
    Digit,
    Separator,
    At,
    Percent,
    Backslash,
    Dash,
    TagEnd,
}

const CLASSES: [Class; 256] = {
    let mut table = [Class::Plain; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' => Class::Letter,
            b'0'..=b'9' => Class::Digit,
            b':' | b'=' => Class::Separator,
            b'@' => Class::At,
            b'%' => Class::Percent,
            b'\\' => Class::Backslash,
            b'-' => Class::Dash,
            b'>' => Class::TagEnd,
            _ => Class::Plain,
        };
        byte += 1;
    }
    table
};

/// A run of bytes of one kind, found once however often it is asked for.
#[derive(Default)]
pub(super) struct Run {
    start: usize,
    end: usize,
}

impl Run {
    /// The end of the run of `kind` bytes at `at`. Linear over all calls with growing `at`.
    pub(super) fn end(&mut self, bytes: &[u8], at: usize, kind: fn(u8) -> bool) -> usize {
        if !(self.start..self.end).contains(&at) {
            let length = bytes[at..].iter().take_while(|&&byte| kind(byte)).count();
            *self = Self {
                start: at,
                end: at + length,
            };
        }
        self.end
    }
}

/// One pass over a text. Every detector either moves the pass forward by what it read, or reads
/// a bounded number of bytes, or reads runs that are remembered.
pub(super) struct Scan<'t> {
    pub(super) bytes: &'t [u8],
    pub(super) emails: bool,
    spans: Vec<Range<usize>>,
    /// `[A-Za-z0-9_-]`
    pub(super) token_run: Run,
    /// The same without digits and capitals.
    unmarked_run: Run,
    /// Everything up to white space or a quote.
    pub(super) word_run: Run,
    /// The last `@` of `word_run`.
    pub(super) last_at: Option<usize>,
    /// No identifier that starts before this can be part of a further e-mail address.
    pub(super) email_floor: usize,
    /// The run up to here was looked at for an `sk-` key and held none.
    pub(super) no_sk_before: usize,
    /// A value up to here did not look like a secret.
    pub(super) no_secret_before: usize,
    /// Where the next `END ` stands, once that was asked for.
    pub(super) next_end: Option<usize>,
}

/// The text with each secret replaced.
pub(super) fn redacted(text: &str, emails: bool) -> Cow<'_, str> {
    let mut scan = Scan::new(text.as_bytes(), emails);
    scan.run();
    if scan.spans.is_empty() {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(replaced(text, scan.spans))
    }
}

impl<'t> Scan<'t> {
    fn new(bytes: &'t [u8], emails: bool) -> Self {
        Self {
            bytes,
            emails,
            spans: Vec::new(),
            token_run: Run::default(),
            unmarked_run: Run::default(),
            word_run: Run::default(),
            last_at: None,
            email_floor: 0,
            no_sk_before: 0,
            no_secret_before: 0,
            next_end: None,
        }
    }

    fn run(&mut self) {
        let mut at = 0;
        while at < self.bytes.len() {
            at = match CLASSES[usize::from(self.bytes[at])] {
                Class::Plain => at + 1,
                Class::Letter => self.word(at),
                class => self.special(class, at),
            };
        }
    }

    fn special(&mut self, class: Class, at: usize) -> usize {
        match class {
            Class::Digit => card::redact(self, at).unwrap_or_else(|| self.alnum_end(at)),
            Class::Separator => self.separator(at, 1),
            Class::At => self.at_sign(at, 1),
            Class::Percent => self.percent(at),
            Class::Backslash => self.backslash(at),
            Class::Dash => pair::redact_flag(self, at).unwrap_or(at + 1),
            Class::TagEnd => pair::redact_tag(self, at).unwrap_or(at + 1),
            Class::Plain | Class::Letter => at + 1,
        }
    }

    /// A letter that no letter or digit stands before.
    #[inline]
    fn word(&mut self, at: usize) -> usize {
        if let Some(&[first, second]) = self.bytes.get(at..at + 2) {
            if may_begin_a_secret(first, second) {
                if let Some(end) = self.special_word(at) {
                    return end;
                }
            }
        }
        self.alnum_end(at)
    }

    fn special_word(&mut self, at: usize) -> Option<usize> {
        token::redact(self, at)
            .or_else(|| scheme::redact(self, at))
            .or_else(|| pair::redact_is(self, at))
            .or_else(|| pem::redact(self, at))
    }

    fn separator(&mut self, at: usize, len: usize) -> usize {
        url::redact(self, at)
            .or_else(|| pair::redact(self, at, len))
            .unwrap_or(at + len)
    }

    fn at_sign(&mut self, at: usize, len: usize) -> usize {
        let found = if self.emails {
            email::redact(self, at, len)
        } else {
            None
        };
        self.email_floor = at + len;
        found.unwrap_or(at + len)
    }

    /// `%3D`, `%3A` and `%40` mean what they stand for; after any other escape a word may begin.
    fn percent(&mut self, at: usize) -> usize {
        match self.bytes.get(at + 1..at + 3) {
            Some(b"3D" | b"3d" | b"3A" | b"3a") => self.separator(at, 3),
            Some(b"40") => self.at_sign(at, 3),
            Some([a, b]) if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => at + 3,
            _ => at + 1,
        }
    }

    /// After `\n` and its like a word may begin.
    fn backslash(&mut self, at: usize) -> usize {
        match self.bytes.get(at + 1) {
            Some(b'n' | b'r' | b't' | b'b' | b'f') => {
                let found = token::redact(self, at + 1).or_else(|| scheme::redact(self, at + 1));
                found.unwrap_or(at + 2)
            }
            Some(b'u') if self.bytes.len() >= at + 6 => at + 6,
            _ => at + 1,
        }
    }

    pub(super) fn alnum_end(&self, at: usize) -> usize {
        let is_alnum =
            |byte: &&u8| matches!(CLASSES[usize::from(**byte)], Class::Letter | Class::Digit);
        at + self.bytes[at..].iter().take_while(is_alnum).count()
    }

    pub(super) fn token_end(&mut self, at: usize) -> usize {
        self.token_run.end(self.bytes, at, is_token)
    }

    /// Where the first digit or capital of a token stands, or the token ends.
    pub(super) fn unmarked_end(&mut self, at: usize) -> usize {
        let is_unmarked = |byte: u8| byte.is_ascii_lowercase() || byte == b'_' || byte == b'-';
        self.unmarked_run.end(self.bytes, at, is_unmarked)
    }

    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    /// Marks a secret; returns where it ends.
    pub(super) fn hide(&mut self, span: Range<usize>) -> usize {
        let end = span.end;
        if span.start < span.end {
            self.spans.push(span);
        }
        end
    }
}

/// The first two letters of everything that is found by how it begins.
const fn may_begin_a_secret(first: u8, second: u8) -> bool {
    matches!(
        [first, second],
        [b'A', b'K' | b'S' | b'I' | b'G']
            | [b'd', b'a' | b'c' | b'o']
            | [b'e', b'w' | b'y']
            | [b'g', b'h' | b'i' | b'l' | b's']
            | [b'G', b'O']
            | [b'h', b'f' | b'v']
            | [b'n', b'p']
            | [b'p', b'k' | b'y']
            | [b'P', b'R']
            | [b'r', b'k' | b'u']
            | [b's', b'h' | b'k']
            | [b'S', b'G']
            | [b'w', b'a' | b'h']
            | [b'x', b'a' | b'o']
            | [b'y', b'a']
            | [b'i', b's']
            | [b'b' | b'B', b'a' | b'A' | b'e' | b'E']
    )
}

pub(super) fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// Spans that touch or overlap become one token.
fn replaced(text: &str, mut spans: Vec<Range<usize>>) -> String {
    spans.sort_by_key(|span| span.start);
    let mut out = String::with_capacity(text.len() + 16);
    let mut kept_to = 0;
    for (index, span) in spans.iter().enumerate() {
        let start = boundary_before(text, span.start);
        if index == 0 || start > kept_to {
            out.push_str(&text[kept_to..start]);
            out.push_str(REDACTED);
        }
        kept_to = kept_to.max(boundary_after(text, span.end));
    }
    out.push_str(&text[kept_to..]);
    out
}

fn boundary_before(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn boundary_after(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}
