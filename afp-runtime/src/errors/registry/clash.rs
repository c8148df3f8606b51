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

/// Codes that two errors have, as the sentence that the compiler says.
pub(super) struct Clashes {
    text: Text,
    count: usize,
}

impl Clashes {
    pub(super) const NONE: Self = Self {
        text: Text::NONE,
        count: 0,
    };

    pub(super) const fn add(&mut self, first: &ErrorSpec, second: &ErrorSpec) {
        self.count += 1;
        let length = first.code.len() + first.origin.len() + second.origin.len();
        if length + 64 > self.text.room() {
            return;
        }
        if self.count > 1 {
            self.text.push("; ");
        }
        self.text.push("two errors have the code `");
        self.text.push(first.code);
        self.text.push("`: `");
        self.text.push(first.origin);
        self.text.push("` and `");
        self.text.push(second.origin);
        self.text.push("`");
    }

    /// # Panics
    ///
    /// If there is a clash; that is its purpose.
    pub(super) const fn refuse(&mut self) {
        if self.count == 0 {
            return;
        }
        if self.text.len == 0 {
            self.text.push("two errors have one code");
        }
        self.text.push(if self.count == 1 {
            "; give one of them another with `code = \"…\"`"
        } else {
            "; give one of each pair another with `code = \"…\"`"
        });
        panic!("{}", self.text.as_str());
    }
}

/// A sentence put together at constant time; what does not fit is left out.
struct Text {
    bytes: [u8; 4096],
    len: usize,
}

impl Text {
    const NONE: Self = Self {
        bytes: [0; 4096],
        len: 0,
    };

    const fn room(&self) -> usize {
        self.bytes.len() - self.len
    }

    const fn push(&mut self, text: &str) {
        let text = text.as_bytes();
        if text.len() > self.room() {
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
