//! What is told about a request that a type refused.

use serde::Serialize;
use serde_json::{Map, Value};

use super::Suggestion;

/// Why a request does not fit, and the request that would.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Diagnosis {
    /// The first thing that is wrong.
    pub fault: Fault,
    /// The offending value under its path; empty when it is a list, an object, or not to be shown.
    /// Texts are cut at 256 characters; whole numbers beyond 64 bits are texts, with their digits.
    pub current: Map<String, Value>,
    /// Everything wrong that was found, the first included; at most 16, and not always all.
    pub details: Vec<Detail>,
    /// What to merge into the request so that it is accepted. Verified.
    pub suggestion: Option<Suggestion>,
}

/// The first thing that is wrong with a request.
///
/// Paths are written `items[0].quantity`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// The body is not strict JSON.
    Malformed {
        /// From 1.
        line: usize,
        /// In characters, from 1.
        column: usize,
        /// What should stand there.
        wanted: String,
        /// What stands around there; letters and digits of values are masked.
        excerpt: String,
    },
    /// An object is wanted.
    NotObject {
        /// What was sent: `an array of 2 elements`.
        sent: String,
    },
    /// A member is missing.
    Missing {
        /// Where it belongs.
        path: String,
        /// What belongs there.
        wanted: String,
    },
    /// A value has the wrong type or format.
    Invalid {
        /// Where it is.
        path: String,
        /// What belongs there.
        wanted: String,
    },
    /// The type does not know a member.
    UnknownMember {
        /// Where it is.
        path: String,
        /// The names that are known there.
        wanted: String,
    },
    /// A value is none of those that are allowed.
    UnknownValue {
        /// Where it is.
        path: String,
        /// The values that are allowed.
        wanted: String,
    },
    /// The object has too few members.
    TooFew {
        /// How many there are.
        sent: usize,
        /// How many are required.
        required: usize,
    },
    /// A member is there twice.
    Duplicate {
        /// Where it is: its path, or the line and column of its second name.
        place: String,
        /// Its name.
        name: String,
    },
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Detail {
    /// Where: `items[0].quantity`; empty for the whole body.
    pub path: String,
    /// What is wanted there.
    pub expected: String,
    /// What is there, cut at 64 characters; its type alone when it is not to be shown.
    pub got: String,
}
