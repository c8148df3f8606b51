//! `#[afp(…)]` as typed values that keep their place.

mod keys;
mod value;

pub(crate) mod json;

use proc_macro2::{Ident, Span};
use syn::parse::ParseStream;
use syn::{Attribute, Expr, LitBool, LitInt, LitStr, Path};

pub(crate) use self::json::Json;
use self::keys::{Found, Place, read};
use crate::problems::Problems;

/// A value that an author may have given.
#[derive(Default)]
pub(crate) enum Given<T> {
    #[default]
    Absent,
    /// Given, refused, and already complained about.
    Malformed,
    Value(T),
}

impl<T> Given<T> {
    pub(crate) fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Malformed => None,
        }
    }

    pub(crate) fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    pub(crate) fn map<U>(self, read: impl FnOnce(T) -> U) -> Given<U> {
        match self {
            Self::Absent => Given::Absent,
            Self::Malformed => Given::Malformed,
            Self::Value(value) => Given::Value(read(value)),
        }
    }

    /// Keeps what could be read, and hands the complaint on.
    fn take(&mut self, read: syn::Result<T>) -> syn::Result<()> {
        match read {
            Ok(value) => *self = Self::Value(value),
            Err(error) => {
                *self = Self::Malformed;
                return Err(error);
            }
        }
        Ok(())
    }
}

/// What stands on the enum.
#[derive(Default)]
pub(crate) struct EnumAttribute {
    pub(crate) docs_base: Given<LitStr>,
    pub(crate) crate_path: Given<Path>,
}

impl EnumAttribute {
    pub(crate) fn read(attributes: &[Attribute], problems: &mut Problems) -> Self {
        let mut this = Self::default();
        read(attributes, Place::Enum, problems, |key, input| {
            match key.to_string().as_str() {
                "docs_base" => this.docs_base.take(value::string(key, input)),
                _ => this.crate_path.take(value::path(key, input)),
            }
        });
        this
    }
}

/// What stands on a variant.
#[derive(Default)]
pub(crate) struct VariantAttribute {
    /// Whether there is an `#[afp(…)]`, even a broken one.
    pub(crate) is_there: bool,
    /// Whether one is no list of keys at all.
    pub(crate) is_unreadable: bool,
    pub(crate) code: Given<LitStr>,
    pub(crate) status: Given<LitInt>,
    pub(crate) action: Given<Ident>,
    pub(crate) retryable: Given<LitBool>,
    pub(crate) expected: Given<LitStr>,
    pub(crate) suggestion: Given<Json>,
    pub(crate) apply_to: Given<Ident>,
    pub(crate) details: Given<LitStr>,
    pub(crate) docs_url: Given<LitStr>,
    pub(crate) transparent: Option<Span>,
    pub(crate) allows: Given<Vec<Ident>>,
    /// Every key that stands there, `transparent` left out.
    pub(crate) keys: Vec<Ident>,
}

impl VariantAttribute {
    pub(crate) fn read(attributes: &[Attribute], problems: &mut Problems) -> Self {
        let mut this = Self::default();
        let found = read(attributes, Place::Variant, problems, |key, input| {
            this.take(key, input)
        });
        this.is_there = found != Found::Nothing;
        this.is_unreadable = found == Found::Unreadable;
        this
    }

    fn take(&mut self, key: &Ident, input: ParseStream<'_>) -> syn::Result<()> {
        if key == "transparent" {
            self.transparent = Some(key.span());
            return value::nothing(key, input);
        }
        self.keys.push(key.clone());
        match key.to_string().as_str() {
            "code" => self.code.take(value::string(key, input)),
            "status" => self.status.take(value::integer(key, input)),
            "action" => self.action.take(value::word(key, input)),
            "retryable" => self.retryable.take(value::boolean(key, input)),
            "expected" => self.expected.take(value::string(key, input)),
            "suggestion" => self.suggestion.take(value::json(key, input)),
            "apply_to" => self.apply_to.take(value::word(key, input)),
            "details" => self.details.take(value::string(key, input)),
            "docs_url" => self.docs_url.take(value::string(key, input)),
            _ => self.allows.take(value::allows(key, input)),
        }
    }
}

/// What stands on a field.
#[derive(Default)]
pub(crate) struct FieldAttribute {
    pub(crate) current: Option<Current>,
    pub(crate) secret: Option<Span>,
    pub(crate) example: Option<Expr>,
}

/// How a field is echoed.
pub(crate) struct Current {
    pub(crate) key: Span,
    /// The name on the wire; the field's own without it.
    pub(crate) name: Option<LitStr>,
    /// As text, by `Display`.
    pub(crate) is_text: bool,
    /// The field serializes to an object, which is all of `current`.
    pub(crate) is_flat: bool,
}

impl FieldAttribute {
    pub(crate) fn read(attributes: &[Attribute], problems: &mut Problems) -> Self {
        let mut this = Self::default();
        read(attributes, Place::Field, problems, |key, input| {
            match key.to_string().as_str() {
                "current" => this.current = Some(value::current(key, input)?),
                "secret" => {
                    this.secret = Some(key.span());
                    value::nothing(key, input)?;
                }
                _ => this.example = Some(value::expression(key, input)?),
            }
            Ok(())
        });
        this
    }
}
