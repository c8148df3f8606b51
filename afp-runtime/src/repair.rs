//! From "serde refused this body" to a verified suggestion. No IO.
//!
//! An extractor reads a request with `serde_json` and comes here only after that has failed. The
//! bytes are then read a second time, leniently, into a tree that keeps spans, number texts,
//! order and duplicates. A deserializer with an error type of its own runs over the tree and
//! says where and why `T` refuses, as data. Repairs are tried at that place. A repaired body
//! becomes a [`Suggestion`] only after the extractor's own reading has accepted the body that an
//! agent gets when it merges the suggestion (protocol 1, §1).
//!
//! A repair never drops a value that was sent, never invents one, and never fires where two are
//! equally near. Nothing under a member whose name looks like a credential is shown in any part
//! of a [`Diagnosis`].
//!
//! Bounds of one request: [`MAX_DEPTH`] levels, [`MAX_ATTEMPTS`] deserializations, of which
//! [`MAX_SUBSTITUTIONS`] look for further errors; bodies over [`MAX_REPAIRED_BYTES`] are
//! diagnosed without a repair.

mod credential;
mod describe;
mod diagnosis;
mod excerpt;
mod json;
mod lenient;
mod locate;
mod names;
mod pairs;
mod problem;
mod repairs;
mod search;
mod strict;
mod suggestion;
mod suspects;
mod tree;

pub use self::diagnosis::{Detail, Diagnosis, Fault};
pub use self::json::{MAX_REPAIRED_BYTES, Strictness, check_object, read_json};
pub use self::pairs::{Pairs, Repaired, diagnose_pairs};
pub use self::search::{MAX_ATTEMPTS, MAX_SUBSTITUTIONS};
pub use self::strict::{Flaw, MAX_DEPTH, Reason, check_strict};
pub use self::suggestion::Suggestion;
