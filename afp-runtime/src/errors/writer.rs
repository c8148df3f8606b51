use std::cell::RefCell;
use std::fmt;
use std::io;
use std::ops::Deref;
use std::rc::Rc;

use serde_json::Serializer;

use super::escape::push_formatted;

/// What an error writes its dynamic pieces to.
///
/// The serializer lives as long as the writer, so that `Serialize::serialize` can be handed over
/// as a plain function: then rustc names `Serialize`, and nothing of ours, when a field lacks it.
pub struct Writer {
    pub(super) buffer: Vec<u8>,
    shared: Shared,
    json: JsonWriter,
}

/// The serializer that general values are written with.
type JsonWriter = Serializer<Shared>;

/// A buffer that the serializer and the writer take turns with.
#[derive(Debug, Clone, Default)]
pub struct Shared(Rc<RefCell<Vec<u8>>>);

impl io::Write for Shared {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Writer {
    pub(super) fn new() -> Self {
        let shared = Shared::default();
        Self {
            buffer: Vec::new(),
            json: Serializer::new(shared.clone()),
            shared,
        }
    }

    /// Text that a format spec asked for, JSON-escaped.
    pub fn formatted(&mut self, text: fmt::Arguments<'_>) {
        push_formatted(&mut self.buffer, text);
    }

    /// A value as its `Serialize` writes it; `null` when that fails.
    fn serialized<'w, T: ?Sized>(&'w mut self, value: &T, serialize: Serialize<'w, T>) {
        let start = self.buffer.len();
        std::mem::swap(&mut self.buffer, &mut self.shared.0.borrow_mut());
        let written = serialize(value, &mut self.json);
        std::mem::swap(&mut self.buffer, &mut self.shared.0.borrow_mut());
        if written.is_err() {
            self.buffer.truncate(start);
            self.buffer.extend_from_slice(b"null");
        }
    }
}

impl fmt::Debug for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer")
            .field("written", &self.buffer.len())
            .finish_non_exhaustive()
    }
}

type Show<T> = fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result;
type Serialize<'w, T> = fn(&T, &'w mut JsonWriter) -> serde_json::Result<()>;

struct ByShow<'a, T: ?Sized>(&'a T, Show<T>);

impl<T: ?Sized> fmt::Display for ByShow<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.1)(self.0, f)
    }
}

/// Types whose text and value are written without the formatting machinery.
pub trait Plain {
    /// What `Display` would write, JSON-escaped.
    fn push_text(&self, buffer: &mut Vec<u8>);
    /// What `Serialize` would write to JSON.
    fn push_value(&self, buffer: &mut Vec<u8>);
}

/// A field on its way out: as [`Plain`] when its type is, else as [`Generally`].
///
/// Method lookup tries this type first, and looks behind its `Deref` when the type is not plain;
/// so nothing has to be imported where generated code stands.
#[derive(Debug)]
pub struct Field<'a, T: ?Sized>(Generally<'a, T>);

/// What a function of generated code takes for a field.
pub type Shown<'a, T> = &'a T;

/// A field that is written by the functions handed over.
#[derive(Debug)]
pub struct Generally<'a, T: ?Sized>(&'a T);

/// Picks how `value` is written; its type decides how fast, never what.
#[inline(always)]
pub fn field<T: ?Sized>(value: &T) -> Field<'_, T> {
    Field(Generally(value))
}

impl<'a, T: ?Sized> Deref for Field<'a, T> {
    type Target = Generally<'a, T>;

    #[inline(always)]
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T: Plain + ?Sized> Field<'_, T> {
    /// A field as text; the function only proves the trait.
    #[inline(always)]
    pub fn __afp_text(&self, _: Show<T>, out: &mut Writer) {
        self.0.0.push_text(&mut out.buffer);
    }

    /// A field as a JSON value; the function only proves the trait.
    #[inline(always)]
    pub fn __afp_value<'w>(&self, _: Serialize<'w, T>, out: &'w mut Writer) {
        self.0.0.push_value(&mut out.buffer);
    }
}

impl<T: ?Sized> Generally<'_, T> {
    /// A field as text, by its `Display`.
    pub fn __afp_text(&self, show: Show<T>, out: &mut Writer) {
        out.formatted(format_args!("{}", ByShow(self.0, show)));
    }

    /// A field as a JSON value, by its `Serialize`.
    pub fn __afp_value<'w>(&self, serialize: Serialize<'w, T>, out: &'w mut Writer) {
        out.serialized(self.0, serialize);
    }
}
