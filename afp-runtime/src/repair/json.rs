//! Reading a JSON body.

use serde::de::DeserializeOwned;
use serde_json::Map;

use super::describe;
use super::diagnosis::{Diagnosis, Fault};
use super::excerpt::{excerpt, shown_name};
use super::lenient::{self, Document};
use super::locate::{Locate, Mode, Wanted, locate};
use super::search::{Search, absent_members};
use super::strict::{Flaw, Reason, check_grammar, check_strict};
use super::suggestion::Changes;
use super::tree::{Tree, Value};

/// Larger bodies are diagnosed by their first error, without a repair.
pub const MAX_REPAIRED_BYTES: usize = 256 * 1024;

/// How much is demanded of a JSON body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strictness {
    /// What `serde_json` demands: UTF-8, one document, members that the type knows not twice.
    #[default]
    Serde,
    /// What [`check_strict`](super::check_strict) demands.
    Full,
}

/// Reads a body as a `T`, or says why it is none and how it becomes one.
///
/// On success this is `serde_json::from_slice` (and [`check_strict`](super::check_strict) before,
/// with [`Strictness::Full`]), but for two things: a list is no struct; and a top-level member
/// that `T` does not know and that is `null` counts as absent, since that is how a suggestion
/// takes a misnamed member away.
///
/// # Errors
/// The [`Diagnosis`], after at most [`MAX_ATTEMPTS`](super::MAX_ATTEMPTS) deserializations.
///
/// ```
/// use afp_runtime::repair::{Strictness, read_json};
///
/// #[derive(Debug, serde::Deserialize)]
/// struct Order {
///     quantity: u32,
///     side: Side,
/// }
/// #[derive(Debug, serde::Deserialize)]
/// #[serde(rename_all = "lowercase")]
/// enum Side { Buy, Sell }
///
/// let body = br#"{"Quantity": "2", "side": "BUY"}"#;
/// let diagnosis = read_json::<Order>(body, Strictness::Serde).unwrap_err();
/// assert_eq!(
///     diagnosis.suggestion.unwrap().as_json(),
///     r#"{"quantity":2,"side":"buy","Quantity":null}"#,
/// );
/// ```
pub fn read_json<T: DeserializeOwned>(
    bytes: &[u8],
    strictness: Strictness,
) -> Result<T, Box<Diagnosis>> {
    match fast::<T>(bytes, strictness) {
        Ok(value) => Ok(value),
        Err(_) => slow(bytes, strictness),
    }
}

/// The path of a request that fits.
#[inline]
fn fast<T: DeserializeOwned>(bytes: &[u8], strictness: Strictness) -> Result<T, ()> {
    if strictness == Strictness::Full && check_strict(bytes).is_err() {
        return Err(());
    }
    let value = serde_json::from_slice(bytes).map_err(|_| ())?;
    if starts_list(bytes) && wants_object(locate::<T>) {
        return Err(());
    }
    Ok(value)
}

#[cold]
fn slow<T: DeserializeOwned>(bytes: &[u8], strictness: Strictness) -> Result<T, Box<Diagnosis>> {
    let absent_members_gone = |bytes: &[u8]| {
        let rest = without_absent(bytes, strictness, locate::<T>)?;
        fast::<T>(&rest, strictness).ok()
    };
    if let Some(value) = absent_members_gone(bytes) {
        return Ok(value);
    }
    let accepts =
        |bytes: &[u8]| fast::<T>(bytes, strictness).is_ok() || absent_members_gone(bytes).is_some();
    Err(Box::new(diagnose(bytes, strictness, locate::<T>, &accepts)))
}

/// Checks that a body is a JSON object of at least `members` members, whatever the type.
///
/// # Errors
/// A [`Diagnosis`] without a suggestion.
pub fn check_object(
    bytes: &[u8],
    strictness: Strictness,
    members: usize,
) -> Result<(), Box<Diagnosis>> {
    let flaw = flaw(bytes, strictness);
    let document = lenient::read(bytes).filter(|_| flaw.is_none());
    let Some(Document { tree, .. }) = document else {
        return Err(Box::new(malformed(bytes, flaw)));
    };
    let sent = tree.members(tree.root).len();
    let fault = if !tree.is_object(tree.root) {
        let sent = describe::kind_of(&tree, tree.root);
        Fault::NotObject { sent }
    } else if sent < members {
        let required = members;
        Fault::TooFew { sent, required }
    } else {
        return Ok(());
    };
    Err(Box::new(without_suggestion(fault)))
}

fn flaw(bytes: &[u8], strictness: Strictness) -> Option<Flaw> {
    match strictness {
        Strictness::Full => check_strict(bytes).err(),
        Strictness::Serde => check_grammar(bytes).err(),
    }
}

fn starts_list(bytes: &[u8]) -> bool {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    first == Some(&b'[')
}

/// Whether the type asks for an object before it looks at anything.
fn wants_object(locate: Locate) -> bool {
    let mut tree = Tree::new();
    tree.root = tree.push(Value::Bool(false), 0..0);
    let wanted = locate(&tree, Mode::Json)
        .err()
        .and_then(|found| found.wanted);
    matches!(wanted, Some(Wanted::Struct(_) | Wanted::Map))
}

/// The body without the unknown top-level members that are `null`; the other bytes stay.
fn without_absent(bytes: &[u8], strictness: Strictness, locate: Locate) -> Option<Vec<u8>> {
    memchr::memmem::find(bytes, b"null").filter(|_| flaw(bytes, strictness).is_none())?;
    let document = lenient::read(bytes).filter(|document| document.is_json)?;
    let tree = &document.tree;
    let located = locate(tree, Mode::Json).err()?;
    let absent = absent_members(tree, &located)?;
    let mut rest = vec![b'{'];
    for (index, member) in tree.members(tree.root).iter().enumerate() {
        if absent.contains(&index) {
            continue;
        }
        if rest.len() > 1 {
            rest.push(b',');
        }
        rest.extend_from_slice(&bytes[member.span.clone()]);
    }
    rest.push(b'}');
    Some(rest)
}

fn diagnose(
    bytes: &[u8],
    strictness: Strictness,
    locate: Locate,
    accepts: &dyn Fn(&[u8]) -> bool,
) -> Diagnosis {
    let flaw = flaw(bytes, strictness);
    let is_small = bytes.len() <= MAX_REPAIRED_BYTES;
    let document = lenient::read(bytes).filter(|_| is_small || flaw.is_none());
    let Some(document) = document else {
        return malformed(bytes, flaw);
    };
    if !is_small {
        return first_error(&document, locate).unwrap_or_else(|| malformed(bytes, flaw));
    }
    let sent = &document.tree;
    let findings = Search::new(locate, Mode::Json).run(sent);
    let mut diagnosis = match (&flaw, &findings.first) {
        (None, Some(first)) => describe::diagnosis(first, findings.details),
        _ => Diagnosis {
            details: findings.details,
            ..malformed(bytes, flaw)
        },
    };
    let repaired = findings.repaired.as_ref();
    diagnosis.suggestion = repaired
        .and_then(|repaired| Changes::between(sent, document.is_json, repaired))
        .filter(|changes| accepts(&changes.merge(bytes, sent, document.is_json)))
        .map(|changes| changes.suggestion());
    diagnosis
}

fn first_error(document: &Document, locate: Locate) -> Option<Diagnosis> {
    let located = locate(&document.tree, Mode::Json).err()?;
    let complaint = super::search::Complaint {
        place: located.place,
        tree: document.tree.clone(),
        asked: None,
        located,
    };
    let details = vec![describe::detail(&complaint)];
    Some(describe::diagnosis(&complaint, details))
}

/// A body that is no JSON; or one that the type refuses for a reason that only its own reading
/// knows.
fn malformed(bytes: &[u8], flaw: Option<Flaw>) -> Diagnosis {
    let fault = match flaw {
        Some(flaw) => fault_of(bytes, &flaw),
        None => Fault::Invalid {
            path: String::new(),
            wanted: "a valid value".to_owned(),
        },
    };
    without_suggestion(fault)
}

fn without_suggestion(fault: Fault) -> Diagnosis {
    Diagnosis {
        fault,
        current: Map::new(),
        details: Vec::new(),
        suggestion: None,
    }
}

fn fault_of(bytes: &[u8], flaw: &Flaw) -> Fault {
    if let Reason::DuplicateMember { name } = &flaw.reason {
        return Fault::Duplicate {
            place: format!("line {}, column {}", flaw.line, flaw.column),
            name: shown_name(name),
        };
    }
    Fault::Malformed {
        line: flaw.line,
        column: flaw.column,
        wanted: flaw.reason.to_string(),
        excerpt: excerpt(bytes, flaw),
    }
}
