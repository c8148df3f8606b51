//! From a diagnosis to the envelope.

use crate::errors::{Piece, RequestError};
use crate::repair::{Diagnosis, Fault};

/// The error of a JSON body.
#[cold]
pub(in crate::http) fn json_refusal(diagnosis: Diagnosis) -> RequestError {
    let suggestion = Piece::of(&diagnosis.suggestion);
    let details = Piece::of(&diagnosis.details);
    let current = Piece::of(&diagnosis.current);
    match diagnosis.fault {
        Fault::Malformed {
            line,
            column,
            wanted,
            excerpt,
        } => RequestError::MalformedJson {
            line,
            column,
            excerpt,
            wanted,
            suggestion,
            details,
        },
        Fault::NotObject { sent } => RequestError::BodyNotObject {
            sent,
            suggestion,
            details,
        },
        Fault::Missing { path, wanted } => RequestError::FieldMissing {
            path,
            wanted,
            suggestion,
            details,
        },
        Fault::UnknownMember { path, wanted } => RequestError::FieldUnknown {
            path,
            wanted,
            suggestion,
            details,
        },
        Fault::UnknownValue { path, wanted } => RequestError::ValueUnknown {
            path: or_body(path),
            wanted,
            current,
            suggestion,
            details,
        },
        Fault::Duplicate { place, name } => RequestError::DuplicateMember { name, place },
        Fault::TooFew { sent, required } => RequestError::TooFewFields { sent, required },
        Fault::Invalid { path, wanted } => RequestError::FieldInvalid {
            path: or_body(path),
            wanted,
            current,
            suggestion,
            details,
        },
    }
}

fn or_body(path: String) -> String {
    if path.is_empty() {
        "the body".to_owned()
    } else {
        path
    }
}

/// What the answer to a query or a path says.
pub(super) struct PairsRefusal {
    pub(super) path: String,
    pub(super) wanted: String,
    pub(super) current: Piece,
    pub(super) suggestion: Piece,
    pub(super) details: Piece,
}

impl PairsRefusal {
    #[cold]
    pub(super) fn of(diagnosis: Diagnosis) -> Self {
        let (path, wanted) = match diagnosis.fault {
            Fault::Missing { path, wanted }
            | Fault::Invalid { path, wanted }
            | Fault::UnknownMember { path, wanted }
            | Fault::UnknownValue { path, wanted } => (path, wanted),
            Fault::Duplicate { name, .. } => (name, "the parameter once".to_owned()),
            _ => (String::new(), "values that are accepted".to_owned()),
        };
        Self {
            path,
            wanted,
            current: Piece::of(&diagnosis.current),
            suggestion: Piece::of(&diagnosis.suggestion),
            details: Piece::of(&diagnosis.details),
        }
    }

    /// Nothing is known but that it does not fit.
    pub(super) fn unexplained() -> Self {
        let empty = serde_json::Map::new();
        Self {
            path: String::new(),
            wanted: "values that are accepted".to_owned(),
            current: Piece::of(&empty),
            suggestion: Piece::default(),
            details: Piece::json("[]"),
        }
    }
}
