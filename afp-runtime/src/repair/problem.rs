//! Why a type refused a value, as data.

use std::fmt;

use serde::de::{self, Expected, Unexpected};

use super::tree::NodeId;

/// What a deserializer of ours fails with. Boxed: results stay small.
#[derive(Debug)]
pub(crate) struct Refusal(pub(crate) Box<Problem>);

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Problem {
    pub(crate) kind: Kind,
    /// Where serde was when it happened; the innermost place that is known.
    pub(crate) place: Option<Place>,
}

/// A place in a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A value.
    Value(NodeId),
    /// The name of a member: object and index.
    Name(NodeId, usize),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    /// A message of the type's own; shown, never read.
    Custom(String),
    /// A value of the wrong type, or of the right one and out of range.
    Value {
        found: Found,
        wanted: String,
    },
    Length {
        wanted: String,
    },
    UnknownVariant {
        found: Text,
        known: &'static [&'static str],
    },
    UnknownField {
        found: Text,
        known: &'static [&'static str],
    },
    MissingField(&'static str),
    DuplicateField(&'static str),
}

/// The value that serde names in its complaint.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Found {
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Text(Text),
    Null,
    List,
    Object,
    Other,
}

/// A text, and where in memory it was: in the tree, it names a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) address: usize,
}

impl Text {
    fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            address: text.as_ptr() as usize,
        }
    }
}

impl Found {
    /// As JSON names its type.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Bool(_) => "a boolean",
            Self::Unsigned(_) | Self::Signed(_) | Self::Float(_) => "a number",
            Self::Text(_) => "a string",
            Self::Null => "null",
            Self::List => "an array",
            Self::Object => "an object",
            Self::Other => "a value",
        }
    }
}

impl From<Unexpected<'_>> for Found {
    fn from(unexpected: Unexpected<'_>) -> Self {
        match unexpected {
            Unexpected::Bool(value) => Self::Bool(value),
            Unexpected::Unsigned(value) => Self::Unsigned(value),
            Unexpected::Signed(value) => Self::Signed(value),
            Unexpected::Float(value) => Self::Float(value),
            Unexpected::Str(text) => Self::Text(Text::new(text)),
            Unexpected::Unit => Self::Null,
            Unexpected::Seq => Self::List,
            Unexpected::Map => Self::Object,
            _ => Self::Other,
        }
    }
}

impl Refusal {
    pub(crate) fn new(kind: Kind) -> Self {
        Self(Box::new(Problem { kind, place: None }))
    }

    /// Sets the place, unless a narrower one is known.
    pub(crate) fn or_at(mut self, place: Place) -> Self {
        self.0.place.get_or_insert(place);
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value does not fit the type")
    }
}

impl std::error::Error for Refusal {}

impl de::Error for Refusal {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(Kind::Custom(message.to_string()))
    }

    fn invalid_type(found: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self::new(Kind::Value {
            found: found.into(),
            wanted: wanted.to_string(),
        })
    }

    fn invalid_value(found: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self::invalid_type(found, wanted)
    }

    fn invalid_length(_: usize, wanted: &dyn Expected) -> Self {
        Self::new(Kind::Length {
            wanted: wanted.to_string(),
        })
    }

    fn unknown_variant(found: &str, known: &'static [&'static str]) -> Self {
        Self::new(Kind::UnknownVariant {
            found: Text::new(found),
            known,
        })
    }

    fn unknown_field(found: &str, known: &'static [&'static str]) -> Self {
        Self::new(Kind::UnknownField {
            found: Text::new(found),
            known,
        })
    }

    fn missing_field(name: &'static str) -> Self {
        Self::new(Kind::MissingField(name))
    }

    fn duplicate_field(name: &'static str) -> Self {
        Self::new(Kind::DuplicateField(name))
    }
}
