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

#[cfg(test)]
mod tests {
    use super::{LONGEST, Packed};

    /// Tag, text, operand and opening of each segment, as the runtime reads them.
    fn unpacked(packed: Packed) -> Vec<(char, String, usize, usize)> {
        let literal = packed.finish();
        let mut rest = literal.as_str();
        let mut segments = Vec::new();
        while let Some((head, behind)) = rest.split_at_checked(8) {
            let digits: Vec<usize> = head[1..].bytes().map(|b| usize::from(b - b'@')).collect();
            let number = |digits: &[usize]| digits.iter().rev().fold(0, |n, digit| n * 64 + digit);
            let (length, operand) = (number(&digits[..2]), number(&digits[2..5]));
            let (text, behind) = behind.split_at(length);
            let keys = if head.starts_with('K') { operand } else { 0 };
            rest = &behind[keys..];
            let tag = head.chars().next().unwrap_or_default();
            segments.push((tag, text.to_owned(), operand, number(&digits[5..])));
        }
        assert_eq!(rest, "");
        segments
    }

    #[test]
    fn a_text_is_in_front_of_its_tag_and_split_where_it_is_too_long() {
        for length in [0, 1, LONGEST - 1, LONGEST, LONGEST + 1, 3 * LONGEST] {
            for letter in ['x', 'é', '\u{1F600}'] {
                let text: String = std::iter::repeat_n(letter, length).collect();
                let mut packed = Packed::default();
                packed.text(&text);
                packed.hole('#', 300);
                packed.text(&text);
                let segments = unpacked(packed);
                let hole = segments
                    .iter()
                    .position(|segment| segment.0 == '#')
                    .unwrap();
                assert_eq!(segments[hole].2, 300);
                let joined = |from: &[(char, String, usize, usize)]| -> String {
                    from.iter().map(|segment| segment.1.as_str()).collect()
                };
                assert_eq!(joined(&segments[..=hole]), text);
                assert_eq!(joined(&segments[hole + 1..]), text);
            }
        }
    }

    #[test]
    fn an_opening_is_in_the_text_that_goes_with_it() {
        let key = format!("\"{}\":", "k".repeat(LONGEST - 4));
        assert!(Packed::fits_sole(&key));
        assert!(!Packed::fits_sole(&format!("{key} ")));
        let mut packed = Packed::default();
        packed.text("before");
        packed.sole(&key, 2);
        let segments = unpacked(packed);
        assert_eq!(segments[0], ('T', "before".to_owned(), 0, 0));
        assert_eq!(segments[1], ('S', format!("{{{key}"), 2, LONGEST));
    }

    #[test]
    fn keys_beside_a_computed_one_are_whole_lines() {
        let keys = "\"a\":\n".repeat(60_000);
        let mut packed = Packed::default();
        packed.others(&keys);
        packed.tag('.');
        let segments = unpacked(packed);
        assert_eq!(segments[0].0, 'K');
        assert_eq!((segments[0].2 + 1) % 5, 0);
        assert_eq!(segments[1].0, '.');
    }
}
