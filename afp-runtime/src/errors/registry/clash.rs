//! Two errors with one code: the compile error that names both.

use crate::errors::ErrorSpec;

/// `==` at constant time.
pub(super) const fn same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    let mut at = 0;
    while at < left.len() {
        if left[at] != right[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// # Panics
///
/// Always; that is its purpose.
pub(super) const fn refuse(first: &ErrorSpec, second: &ErrorSpec) -> ! {
    let mut text = Text::new();
    text.push("two errors have the code `");
    text.push(first.code);
    text.push("`: `");
    text.push(first.origin);
    text.push("` and `");
    text.push(second.origin);
    text.push("`; give one of them another with `code = \"…\"`");
    panic!("{}", text.as_str());
}

/// A sentence put together at constant time; what is too long is cut off.
struct Text {
    bytes: [u8; 1024],
    len: usize,
}

impl Text {
    const fn new() -> Self {
        Self {
            bytes: [0; 1024],
            len: 0,
        }
    }

    const fn push(&mut self, text: &str) {
        let text = text.as_bytes();
        if text.len() > self.bytes.len() - self.len {
            return;
        }
        let mut at = 0;
        while at < text.len() {
            self.bytes[self.len] = text[at];
            self.len += 1;
            at += 1;
        }
    }

    const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "two errors have one code",
        }
    }
}
