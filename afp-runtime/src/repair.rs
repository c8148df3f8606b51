//! From "serde refused this body" to a verified suggestion. No IO.
//!
//! An extractor reads a request with `serde_json` and comes here only after that has failed. The
//! bytes are then read a second time, leniently, into a tree that keeps spans, number texts,
//! order and duplicates. A deserializer with an error type of its own runs over the tree and
//! says where and why `T` refuses, as data. Repairs are tried at that place. A repaired body
//! becomes a [`Suggestion`] only after the extractor's own reading has accepted the body that an
//! agent gets when it merges the suggestion (protocol 1, §1).
//!
//! # What is repaired
//!
//! Only what the type refuses. In a suggestion `null` takes a member away.
//!
//! | What is wrong | Sent | Suggested |
//! |---|---|---|
//! | A member's name in another style | `{"Max-Price": 1}` | `{"maxPrice": 1, "Max-Price": null}` |
//! | A misspelt member | `{"quantty": 1}` | `{"quantity": 1, "quantty": null}` |
//! | A variant in another style | `"BUY"`, `"In Progress"` | `"buy"`, `"in_progress"` |
//! | A misspelt variant | `"pendng"` | `"pending"` |
//! | A number or a boolean in a string | `"2"`, `"True"` | `2`, `true` |
//! | A string that is none | `7`, `true` | `"7"`, `"true"` |
//! | An integer written as a float | `3.0`, `1.5e3` | `3`, `1500` |
//! | White space around a value | `" buy"` | `"buy"` |
//! | A blank string for an optional value | `""` | `null` |
//! | A value without its list | `"a"` | `["a"]` |
//! | One value in a list | `[7]` | `7` |
//! | JSON in a string | `"{\"id\": 7}"` | `{"id": 7}` |
//! | JSON with comments, commas at the end, single quotes, names without quotes, line breaks in strings, `True` and `None`, a byte order mark, or in a Markdown fence | `{id: 7,}` | `{"id": 7}` |
//!
//! In a query and a path these are the names and variants, integers written as floats, the
//! spelling of booleans, white space and blanks; names of path parameters are not the agent's.
//!
//! A misspelt name is near to another one by the edits between them: a letter too many, too few,
//! changed, or swapped with its neighbour. Words are compared in lower case, one by one.
//!
//! - In a member's name a word of up to 3 letters is right, one of 4 to 7 has one edit, a longer
//!   one two; the whole name has two. An `s` at the end is one edit, too. Where a separator slipped
//!   as well, one letter too many, too few or swapped is taken in names of 5 letters or more.
//! - A variant has one edit: a changed letter where it has 5 or more, an additional one where the
//!   shorter has 4 (3, when a letter was doubled), a swap where it has 3.
//! - The first letter and all digits are right: `line1` is not near `line2`. `min` is not near
//!   `max`, no name is near one with a word more, and short variants in capitals (`USDC`) have no
//!   edits. Names of more than 64 letters have none, either.
//! - The nearest name is taken if it is the only one, the member is not there already, and no other
//!   unknown member is as near to it. Where serde hides the names that a type knows, a member
//!   counts as unknown only when the type does not look at its value.
//!
//! # What is not
//!
//! - What has two readings: two names that are equally near, `"1.000"` for an integer, `"a,b"` for
//!   a list, `yes` and `1` for a boolean.
//! - What would drop a value that was sent (`3.5` for an integer, a list of two for one value, a
//!   member that is there twice) or invent one (a missing member, a number out of range).
//! - What looks like a credential: nothing under a member with such a name is shown in any part
//!   of a [`Diagnosis`], and no suggestion holds one.
//! - Formats and rules of a type's own, such as a date's, but for white space around the value.
//! - JSON that is incomplete or has text beside it: an open bracket, a missing comma.
//!
//! A request is repaired as a whole or not at all. Where serde hides what a type wants (untagged
//! enums) one change that alone helps is taken, and less is told; `#[serde(expecting = "…")]` on
//! such an enum is what the agent is told then.
//!
//! ```
//! use afp_runtime::repair::{Strictness, read_json};
//!
//! #[derive(Debug, serde::Deserialize)]
//! struct Quote {
//!     quantity: u32,
//!     tags: Vec<String>,
//! }
//!
//! let told = |body: &str| read_json::<Quote>(body.as_bytes(), Strictness::Serde).unwrap_err();
//! let repaired = told(r#"{"quantty": "2", "tags": "new",}"#);
//! assert_eq!(
//!     repaired.suggestion.unwrap().as_json(),
//!     r#"{"quantity":2,"tags":["new"]}"#,
//! );
//! // Nobody knows what was meant.
//! let refused = told(r#"{"quantity": -2, "tags": []}"#);
//! assert_eq!(refused.details[0].expected, "an integer from 0 to 4294967295");
//! assert!(refused.suggestion.is_none());
//! ```
//!
//! # Bounds
//!
//! Of one request: [`MAX_DEPTH`] levels, [`MAX_ATTEMPTS`] deserializations, of which
//! [`MAX_SUBSTITUTIONS`] look for further errors; bodies over [`MAX_REPAIRED_BYTES`] are
//! diagnosed without a repair.

mod buffered;
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
pub use self::pairs::{Pairs, Repaired, diagnose_pairs, read_buffered_pairs};
pub use self::search::{MAX_ATTEMPTS, MAX_SUBSTITUTIONS};
pub use self::strict::{Flaw, MAX_DEPTH, Reason, check_strict};
pub use self::suggestion::Suggestion;
