//! Numbers, words and unquoted names.

use std::rc::Rc;

use super::super::strict::number_length;
use super::Reader;
use crate::repair::tree::Value;

impl Reader<'_> {
    pub(super) fn number(&mut self) -> Option<Value> {
        let length = number_length(self.rest().as_bytes())?;
        let text: Rc<str> = self.rest()[..length].into();
        self.at += length;
        // `12abc` is no number.
        let ends = self
            .peek()
            .is_none_or(|byte| !is_word(byte) && byte != b'.');
        ends.then_some(Value::Number(text))
    }

    pub(super) fn word(&mut self) -> Option<Value> {
        let value = match self.bare()? {
            "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            python => {
                let value = match python {
                    "None" => Value::Null,
                    "True" => Value::Bool(true),
                    "False" => Value::Bool(false),
                    _ => return None,
                };
                self.is_json = false;
                value
            }
        };
        Some(value)
    }

    pub(super) fn bare_name(&mut self) -> Option<Rc<str>> {
        let name: Rc<str> = self.bare()?.into();
        self.is_json = false;
        Some(name)
    }

    /// A run of letters, digits, `_`, `$` and `-`, no digit first.
    fn bare(&mut self) -> Option<&str> {
        let start = self.at;
        let length = self
            .rest()
            .bytes()
            .take_while(|&byte| is_word(byte))
            .count();
        let digit_first = self.peek()?.is_ascii_digit();
        self.at += length;
        (length > 0 && !digit_first).then(|| &self.text[start..start + length])
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_$-".contains(&byte)
}
