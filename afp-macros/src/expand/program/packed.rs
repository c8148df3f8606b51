//! The literal that the runtime takes apart again (`errors/segment.rs` there).

/// The longest text of one segment: two digits of six bits.
const LONGEST: usize = 64 * 64 - 1;

/// The largest operand: three digits.
const LARGEST: usize = 64 * 64 * 64 - 1;

/// Segments, each a text with a tag of what stands behind it.
#[derive(Debug, Default)]
pub(super) struct Packed {
    literal: String,
    /// Text that no tag was given for, yet.
    text: String,
}

impl Packed {
    pub(super) fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(super) fn tag(&mut self, tag: char) {
        self.end(tag, 0, 0);
    }

    pub(super) fn hole(&mut self, tag: char, hole: u16) {
        self.end(tag, usize::from(hole), 0);
    }

    /// Whether [`Packed::sole`] takes this key.
    pub(super) fn fits_sole(key: &str) -> bool {
        key.len() < LONGEST
    }

    /// An object of one member, whose opening goes with its value.
    pub(super) fn sole(&mut self, key: &str, hole: u16) {
        let open = key.len() + 1;
        if self.text.len() + open > LONGEST {
            self.flush();
        }
        self.text.push('{');
        self.text.push_str(key);
        self.end('S', usize::from(hole), open);
    }

    /// The keys beside a computed one, a line each: as many as fit.
    pub(super) fn others(&mut self, keys: &str) {
        let length = match keys.as_bytes().get(..LARGEST) {
            Some(kept) => kept.iter().rposition(|byte| *byte == b'\n').unwrap_or(0),
            None => keys.len(),
        };
        self.end('K', length, 0);
        self.literal.push_str(&keys[..length]);
    }

    /// Text that nothing stands behind.
    pub(super) fn flush(&mut self) {
        if !self.text.is_empty() {
            self.tag('T');
        }
    }

    pub(super) fn finish(mut self) -> String {
        self.flush();
        self.literal
    }

    fn end(&mut self, tag: char, operand: usize, open: usize) {
        let text = std::mem::take(&mut self.text);
        let mut text = text.as_str();
        while text.len() > LONGEST {
            let at = (0..=LONGEST).rev().find(|at| text.is_char_boundary(*at));
            let (piece, rest) = text.split_at(at.unwrap_or(0));
            self.segment('T', piece, 0, 0);
            text = rest;
        }
        self.segment(tag, text, operand, open);
    }

    fn segment(&mut self, tag: char, text: &str, operand: usize, open: usize) {
        self.literal.push(tag);
        self.digits(2, text.len());
        self.digits(3, operand);
        self.digits(2, open);
        self.literal.push_str(text);
    }

    /// The low ones first.
    fn digits(&mut self, count: usize, value: usize) {
        for position in 0..count {
            let digit = u8::try_from(value >> (6 * position) & 63).unwrap_or(0);
            self.literal.push(char::from(b'@' + digit));
        }
    }
}
