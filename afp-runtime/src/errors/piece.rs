use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// A piece of JSON whose form only the request decides: what was sent, what to send instead.
///
/// It serializes as that JSON, byte for byte; the default is `null`.
///
/// ```
/// use afp_runtime::errors::Piece;
///
/// let piece = Piece::of(&[1, 2]);
/// assert_eq!(serde_json::to_string(&piece).unwrap(), "[1,2]");
/// assert_eq!(serde_json::to_string(&Piece::default()).unwrap(), "null");
/// ```
#[derive(Debug, Clone, Default)]
pub struct Piece(Option<Box<RawValue>>);

impl Piece {
    /// What `value` serializes as; `null` when it does not.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        Self(serde_json::value::to_raw_value(value).ok())
    }

    /// JSON text; `null` when it is none.
    pub fn json(text: &str) -> Self {
        Self(serde_json::from_str(text).ok())
    }

    /// The JSON text.
    #[must_use]
    pub fn as_json(&self) -> &str {
        self.0.as_deref().map_or("null", RawValue::get)
    }
}

impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        self.as_json() == other.as_json()
    }
}

impl Eq for Piece {}

impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
