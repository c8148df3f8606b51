//! Which names the open objects have.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

/// Up to so many names an object's are compared one by one.
const LINEAR: usize = 16;

#[derive(Debug, Clone)]
struct Name {
    span: Range<usize>,
    escaped: bool,
}

/// The names of all open objects, innermost last.
#[derive(Debug)]
pub(super) struct MemberNames<'a> {
    bytes: &'a [u8],
    names: Vec<Name>,
    /// Sets of objects with many names, with their first index in `names`.
    large: Vec<(usize, HashSet<Cow<'a, [u8]>>)>,
}

impl<'a> MemberNames<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            names: Vec::with_capacity(8),
            large: Vec::new(),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.names.len()
    }

    /// Adds a name to the object whose names start at `first`; `false` when it is there already.
    /// `span` is the inside of the quotes.
    #[inline]
    pub(super) fn insert(&mut self, first: usize, span: Range<usize>, escaped: bool) -> bool {
        let name = Name { span, escaped };
        let known = &self.names[first..];
        let is_new = if known.len() >= LINEAR {
            self.insert_into_set(first, &name)
        } else if escaped {
            !known.iter().any(|other| self.equal(other, &name))
        } else {
            let bytes = &self.bytes[name.span.clone()];
            !known.iter().any(|other| self.is(other, bytes))
        };
        self.names.push(name);
        is_new
    }

    /// Forgets the object whose names start at `first`.
    #[inline]
    pub(super) fn close(&mut self, first: usize) {
        let is_large = |(start, _): &(usize, _)| *start == first;
        if self.names.len() > first + LINEAR && self.large.last().is_some_and(is_large) {
            self.large.pop();
        }
        self.names.truncate(first);
    }

    pub(super) fn spans(&self) -> Vec<Range<usize>> {
        self.names.iter().map(|name| name.span.clone()).collect()
    }

    /// The text between the quotes, escapes resolved.
    pub(super) fn last_text(&self) -> String {
        let text = self.names.last().map(|name| self.text(name));
        String::from_utf8_lossy(&text.unwrap_or_default()).into_owned()
    }

    /// Whether the name is these bytes. Most names differ in their length.
    #[inline]
    fn is(&self, name: &Name, bytes: &[u8]) -> bool {
        if name.escaped {
            return *self.text(name) == *bytes;
        }
        let Range { start, end } = name.span;
        end - start == bytes.len() && self.bytes[start..end] == *bytes
    }

    #[cold]
    fn equal(&self, one: &Name, two: &Name) -> bool {
        self.text(one) == self.text(two)
    }

    #[cold]
    fn insert_into_set(&mut self, first: usize, name: &Name) -> bool {
        if self.large.last().is_none_or(|(start, _)| *start != first) {
            let names = self.names[first..].iter();
            let set = names.map(|name| self.text(name)).collect();
            self.large.push((first, set));
        }
        let text = self.text(name);
        self.large
            .last_mut()
            .is_none_or(|(_, set)| set.insert(text))
    }

    fn text(&self, name: &Name) -> Cow<'a, [u8]> {
        if !name.escaped {
            return Cow::Borrowed(&self.bytes[name.span.clone()]);
        }
        // With its quotes; they were found by the scanner.
        let quoted = &self.bytes[name.span.start - 1..=name.span.end];
        let text: Result<String, _> = serde_json::from_slice(quoted);
        text.map_or_else(
            |_| Cow::Borrowed(&self.bytes[name.span.clone()]),
            |text| Cow::Owned(text.into_bytes()),
        )
    }
}
