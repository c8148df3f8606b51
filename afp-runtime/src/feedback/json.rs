//! Strict JSON (RFC 8259, I-JSON of RFC 7493): what a submission is read from and written as.

mod error;
mod number;
mod reader;
mod text;
mod value;

pub use self::error::JsonError;
pub use self::reader::{MAX_DEPTH, read};
pub use self::value::{Member, Value};

pub(crate) use self::number::{is_whole, write_canonical as write_canonical_number};
pub(crate) use self::text::write_string;
