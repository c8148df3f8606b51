mod escapes;
mod repeated;

use std::borrow::Cow;

use self::repeated::first_repeated;
use super::error::JsonError;
use super::text::plain_len;
use super::value::{Member, Value};

/// How many lists and objects may stand inside each other.
pub const MAX_DEPTH: usize = 64;

/// Reads one strict JSON text. A leading byte order mark is skipped.
///
/// # Errors
/// Anything RFC 8259 does not allow, and besides: a member name that occurs twice in one object,
/// a lone surrogate, a number beyond the range of `f64`, more than [`MAX_DEPTH`] levels.
pub fn read(body: &[u8]) -> Result<Value<'_>, JsonError> {
    let text = std::str::from_utf8(body)
        .map_err(|error| JsonError::at("bytes that are not UTF-8", body, error.valid_up_to()))?;
    let start = if text.starts_with('\u{FEFF}') { 3 } else { 0 };
    let mut reader = Reader {
        text,
        bytes: body,
        at: start,
        depth: 0,
        escaped_names: Vec::new(),
        fault: Fault {
            what: Cow::Borrowed(""),
            offset: 0,
        },
    };
    reader.document().map_err(|Stop| {
        let Fault { what, offset } = reader.fault;
        JsonError::at(what, body, offset)
    })
}

struct Fault {
    what: Cow<'static, str>,
    offset: usize,
}

/// The reader has noted a fault. It carries nothing, so that results stay as small as values.
struct Stop;

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    depth: usize,
    /// Where names with escapes stand; all others tell themselves.
    escaped_names: Vec<(String, usize)>,
    fault: Fault,
}

impl<'a> Reader<'a> {
    fn document(&mut self) -> Result<Value<'a>, Stop> {
        let mut value = Value::Null;
        self.skip_space();
        self.value(&mut value)?;
        self.skip_space();
        match self.peek() {
            None => Ok(value),
            Some(_) => Err(self.fault("text after the end of the JSON value")),
        }
    }

    /// Reads a value to where it will stay: moving it there costs more than reading it.
    fn value(&mut self, place: &mut Value<'a>) -> Result<(), Stop> {
        match self.peek() {
            Some(b'"') => *place = Value::String(self.string()?),
            Some(b'{') => {
                *place = Value::Object(Vec::with_capacity(if self.depth == 0 { 12 } else { 4 }));
                self.nested(place)?;
            }
            Some(b'[') => {
                *place = Value::Array(Vec::new());
                self.nested(place)?;
            }
            Some(b'-' | b'0'..=b'9') => *place = Value::Number(Cow::Borrowed(self.number()?)),
            Some(b't') => *place = self.word("true", Value::Bool(true))?,
            Some(b'f') => *place = self.word("false", Value::Bool(false))?,
            Some(b'n') => *place = self.word("null", Value::Null)?,
            Some(_) => return Err(self.fault("expected a JSON value")),
            None => return Err(self.fault("the text ends where a JSON value is expected")),
        }
        Ok(())
    }

    fn nested(&mut self, place: &mut Value<'a>) -> Result<(), Stop> {
        if self.depth == MAX_DEPTH {
            return Err(self.fault("more than 64 levels of nesting"));
        }
        self.depth += 1;
        self.at += 1;
        self.skip_space();
        match place {
            Value::Array(items) => self.items(items)?,
            Value::Object(members) => self.members(members)?,
            _ => {}
        }
        self.depth -= 1;
        Ok(())
    }

    fn items(&mut self, items: &mut Vec<Value<'a>>) -> Result<(), Stop> {
        if self.take(b']') {
            return Ok(());
        }
        loop {
            self.skip_space();
            items.push(Value::Null);
            if let Some(place) = items.last_mut() {
                self.value(place)?;
            }
            self.skip_space();
            if self.take(b']') {
                return Ok(());
            }
            self.expect(b',', "expected `,` or `]`")?;
        }
    }

    fn members(&mut self, members: &mut Vec<Member<'a>>) -> Result<(), Stop> {
        if !self.take(b'}') {
            loop {
                self.member(members)?;
                self.skip_space();
                if self.take(b'}') {
                    break;
                }
                self.expect(b',', "expected `,` or `}`")?;
            }
        }
        if let Some(repeated) = first_repeated(members) {
            let name = &members[repeated].0;
            self.fault = repeated_name(name, self.offset_of(name));
            return Err(Stop);
        }
        Ok(())
    }

    fn member(&mut self, members: &mut Vec<Member<'a>>) -> Result<(), Stop> {
        self.skip_space();
        if self.peek() != Some(b'"') {
            return Err(self.fault("expected a member name in double quotes"));
        }
        let start = self.at;
        // Made in place: a push would build the member first and then move it.
        members.resize_with(members.len() + 1, || (Cow::Borrowed(""), Value::Null));
        let Some((name, place)) = members.last_mut() else {
            return Ok(());
        };
        *name = self.string()?;
        if let Cow::Owned(name) = name {
            self.escaped_names.push((name.clone(), start));
        }
        self.skip_space();
        self.expect(b':', "expected `:`")?;
        self.skip_space();
        self.value(place)
    }

    /// Where a name that was read stands: one with escapes was noted, others point into the text.
    fn offset_of(&self, name: &str) -> usize {
        let noted = self
            .escaped_names
            .iter()
            .rev()
            .find(|(noted, _)| noted == name);
        let offset = name.as_ptr().addr().wrapping_sub(self.text.as_ptr().addr());
        match noted {
            _ if offset < self.text.len() => offset.saturating_sub(1),
            Some((_, noted)) => *noted,
            None => self.at,
        }
    }

    #[inline(always)]
    fn string(&mut self) -> Result<Cow<'a, str>, Stop> {
        let start = self.at + 1;
        let end = start + plain_len(&self.bytes[start..]);
        self.at = end;
        if self.take(b'"') {
            return Ok(Cow::Borrowed(&self.text[start..end]));
        }
        self.escaped_string(start).map(Cow::Owned)
    }

    fn number(&mut self) -> Result<&'a str, Stop> {
        let start = self.at;
        self.take(b'-');
        match self.peek() {
            Some(b'0') => self.at += 1,
            _ => self.digits("expected a digit")?,
        }
        if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(self.fault("a number with a leading zero"));
        }
        if self.take(b'.') {
            self.digits("expected a digit after the decimal point")?;
        }
        let has_exponent = self.take(b'e') || self.take(b'E');
        if has_exponent {
            let _signed = self.take(b'+') || self.take(b'-');
            self.digits("expected a digit in the exponent")?;
        }
        let text = &self.text[start..self.at];
        let may_overflow = has_exponent || text.len() > 300;
        if may_overflow && !text.parse::<f64>().is_ok_and(f64::is_finite) {
            self.at = start;
            return Err(self.fault("a number out of range"));
        }
        Ok(text)
    }

    fn digits(&mut self, missing: &'static str) -> Result<(), Stop> {
        let rest = &self.bytes[self.at..];
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if count == 0 {
            return Err(self.fault(missing));
        }
        self.at += count;
        Ok(())
    }

    fn word(&mut self, word: &str, value: Value<'a>) -> Result<Value<'a>, Stop> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return Err(self.fault("expected a JSON value"));
        }
        self.at += word.len();
        Ok(value)
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline]
    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8, missing: &'static str) -> Result<(), Stop> {
        if self.take(byte) {
            Ok(())
        } else {
            Err(self.fault(missing))
        }
    }

    #[cold]
    fn fault(&mut self, what: &'static str) -> Stop {
        self.fault = Fault {
            what: Cow::Borrowed(what),
            offset: self.at,
        };
        Stop
    }
}

#[cold]
fn repeated_name(name: &str, offset: usize) -> Fault {
    let shown = crate::feedback::problems::shown_name(name);
    Fault {
        what: format!("the member name \"{shown}\" for the second time").into(),
        offset,
    }
}

#[cfg(test)]
mod tests;
