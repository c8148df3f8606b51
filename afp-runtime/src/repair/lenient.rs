//! Reads what was meant to be JSON into a [`Tree`].

mod literal;
mod text;

use std::ops::Range;
use std::rc::Rc;

use super::strict::MAX_DEPTH;
use super::tree::{Member, NodeId, Tree, Value};

/// A document that could be read.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) tree: Tree,
    /// Whether it was JSON by the grammar, without leniency.
    pub(crate) is_json: bool,
}

/// Accepted beside JSON: a byte order mark, a Markdown code fence around the document, comments
/// (`//`, `/* */`, `#`), trailing commas, single quotes, unquoted member names, line breaks and
/// tabs inside strings, and Python's `True`, `False` and `None`.
///
/// Whatever has no single reading is refused: two documents, text beside the document, missing
/// commas, open brackets, lone surrogates, nesting deeper than [`MAX_DEPTH`].
pub(crate) fn read(bytes: &[u8]) -> Option<Document> {
    let text = std::str::from_utf8(bytes).ok()?;
    let range = document_range(text)?;
    let mut reader = Reader {
        text,
        at: range.start,
        end: range.end,
        tree: Tree::new(),
        is_json: range.len() == text.len(),
        depth: 0,
    };
    reader.skip_blank()?;
    reader.tree.root = reader.value()?;
    reader.skip_blank()?;
    (reader.at == reader.end).then_some(Document {
        tree: reader.tree,
        is_json: reader.is_json,
    })
}

/// The document without byte order mark and code fence.
fn document_range(text: &str) -> Option<Range<usize>> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let trimmed = body.trim();
    let Some(fenced) = trimmed.strip_prefix("```") else {
        return Some(text.len() - body.len()..text.len());
    };
    let inner = fenced.strip_suffix("```")?;
    let (language, _) = inner.split_once('\n')?;
    let is_language = language
        .trim()
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"-_+".contains(&byte));
    let start = trimmed.as_ptr() as usize - text.as_ptr() as usize + 3 + language.len();
    is_language.then_some(start..start + inner.len() - language.len())
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    end: usize,
    tree: Tree,
    is_json: bool,
    depth: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..self.end]
    }

    fn peek(&self) -> Option<u8> {
        self.rest().bytes().next()
    }

    fn take(&mut self, byte: u8) -> bool {
        let taken = self.peek() == Some(byte);
        self.at += usize::from(taken);
        taken
    }

    /// Past white space and comments.
    fn skip_blank(&mut self) -> Option<()> {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
            self.at += blank;
            let rest = self.rest();
            let comment = if rest.starts_with("//") || rest.starts_with('#') {
                rest.find('\n').unwrap_or(rest.len())
            } else if let Some(inside) = rest.strip_prefix("/*") {
                inside.find("*/")? + 4
            } else {
                return Some(());
            };
            self.at += comment;
            self.is_json = false;
        }
    }

    fn value(&mut self) -> Option<NodeId> {
        let start = self.at;
        let value = match self.peek()? {
            b'{' => self.nested(Self::object)?,
            b'[' => self.nested(Self::list)?,
            b'"' | b'\'' => Value::String(self.string()?.into()),
            b'-' | b'0'..=b'9' => self.number()?,
            _ => self.word()?,
        };
        Some(self.tree.push(value, start..self.at))
    }

    fn nested(&mut self, read: fn(&mut Self) -> Option<Value>) -> Option<Value> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        self.at += 1;
        let value = read(self)?;
        self.depth -= 1;
        Some(value)
    }

    fn list(&mut self) -> Option<Value> {
        let mut elements = Vec::new();
        self.skip_blank()?;
        while !self.take(b']') {
            elements.push(self.value()?);
            self.separator(b']')?;
        }
        Some(Value::List(elements))
    }

    fn object(&mut self) -> Option<Value> {
        let mut members = Vec::new();
        self.skip_blank()?;
        while !self.take(b'}') {
            members.push(self.member()?);
            self.separator(b'}')?;
        }
        Some(Value::Object(members))
    }

    fn member(&mut self) -> Option<Member> {
        let start = self.at;
        let name: Rc<str> = match self.peek()? {
            b'"' | b'\'' => self.string()?.into(),
            _ => self.bare_name()?,
        };
        self.skip_blank()?;
        if !self.take(b':') {
            return None;
        }
        self.skip_blank()?;
        let value = self.value()?;
        Some(Member {
            name,
            span: start..self.at,
            value,
        })
    }

    /// A comma, or the end of the container; a comma before the end is a leniency.
    fn separator(&mut self, close: u8) -> Option<()> {
        self.skip_blank()?;
        if !self.take(b',') {
            return (self.peek() == Some(close)).then_some(());
        }
        self.skip_blank()?;
        if self.peek() == Some(close) {
            self.is_json = false;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    fn json(text: &str) -> Option<String> {
        read(text.as_bytes()).map(|document| {
            assert_eq!(
                document.is_json,
                serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok(),
                "{text}"
            );
            document.tree.to_json(document.tree.root)
        })
    }

    #[test]
    fn json_is_read_as_it_is() {
        for text in [
            r#"{"a":1.50,"b":[true,false,null],"a":-0.0e+7}"#,
            r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#,
            "[]",
            "{}",
            " 12 ",
        ] {
            let expected = match text {
                text if text.contains("\\u") => "\"\\\"\\\\/\\b\\f\\n\\r\\té😀\"".to_owned(),
                text => text.trim().to_owned(),
            };
            assert_eq!(json(text), Some(expected));
        }
    }

    #[test]
    fn what_agents_write_instead_of_json_is_read_too() {
        for (text, expected) in [
            ("{\"a\":1,}", r#"{"a":1}"#),
            ("[1,2,]", "[1,2]"),
            ("{'a': 'it\\'s \"b\"'}", r#"{"a":"it's \"b\""}"#),
            ("{a: 1, $b_1: 2, c-d: 3}", r#"{"a":1,"$b_1":2,"c-d":3}"#),
            ("\u{feff}{\"a\":1}", r#"{"a":1}"#),
            ("```json\n{\"a\":1}\n```", r#"{"a":1}"#),
            ("\n```\n[1]\n```\n", "[1]"),
            ("{\"a\":1 // one\n}", r#"{"a":1}"#),
            ("/* x */ {\"a\": /* y */ 1 # z\n}", r#"{"a":1}"#),
            (
                "{'a': True, 'b': None, 'c': False}",
                r#"{"a":true,"b":null,"c":false}"#,
            ),
            ("{\"a\":\"one\ntwo\t\"}", r#"{"a":"one\ntwo\t"}"#),
        ] {
            assert_eq!(json(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_has_no_single_reading_is_refused() {
        for text in [
            "",
            "{",
            "{\"a\":1",
            "{\"a\":1} x",
            "{\"a\":1}{\"b\":2}",
            "{\"a\" 1}",
            "{\"a\":1 \"b\":2}",
            "{,}",
            "[,1]",
            "[1,,2]",
            "\"\\ud800\"",
            "\"\\ud83d\\u0041\"",
            "\"a",
            "'a\"",
            "01",
            "1.",
            "+1",
            "NaN",
            "{a b: 1}",
            "```json {\"a\":1}",
            "/* {}",
            "{\"a\":undefined}",
            "\"\\x41\"",
        ] {
            assert_eq!(json(text), None, "{text}");
        }
        assert!(read(b"{\"a\":\"\xff\"}").is_none());
        assert!(read("[".repeat(200).as_bytes()).is_none());
        assert!(read(format!("{}{}", "[".repeat(128), "]".repeat(128)).as_bytes()).is_some());
        assert!(read(format!("{}{}", "[".repeat(129), "]".repeat(129)).as_bytes()).is_none());
    }
}
