use super::path::{Path, cut};
use super::{MAX_WORDS, may_hold_secret};
use crate::repair::locate::{Located, Wanted};
use crate::repair::problem::{Kind, Place};
use crate::repair::search::Complaint;

/// Names that are listed; the rest is counted.
const MAX_NAMES: usize = 20;

/// What is wanted at the place of a complaint.
pub(super) fn words(complaint: &Complaint, path: &Path) -> String {
    let located = &complaint.located;
    match &located.problem.kind {
        Kind::UnknownField { known: [], .. } => "no members".to_owned(),
        Kind::UnknownField { known, .. } | Kind::UnknownVariant { known, .. } => one_of(known),
        Kind::MissingField(_) => match &complaint.asked {
            Some(asked) => asked_for(asked, path),
            None => "a value".to_owned(),
        },
        Kind::DuplicateField(_) => "the member once".to_owned(),
        Kind::Value { wanted, .. } => value(complaint, wanted),
        Kind::Length { wanted } => format!("an array of {}", cut(wanted, MAX_WORDS)),
        Kind::Custom(message) if !message.is_empty() && !may_hold_secret(complaint, path) => {
            format!("a valid value ({})", cut(message, MAX_WORDS))
        }
        Kind::Custom(_) => "a valid value".to_owned(),
    }
}

/// What a missing member was asked for.
fn asked_for(asked: &Located, path: &Path) -> String {
    match (&asked.problem.kind, asked.wanted) {
        (Kind::UnknownVariant { known, .. }, _) => one_of(known),
        (Kind::Value { wanted, .. }, asked) => question(asked, wanted, false),
        (_, Some(Wanted::Text)) => "a string".to_owned(),
        (Kind::Custom(message), _) if !message.is_empty() && !path.is_secret() => {
            format!("a valid value ({})", cut(message, MAX_WORDS))
        }
        _ => "a value".to_owned(),
    }
}

fn value(complaint: &Complaint, words: &str) -> String {
    let is_here = complaint.located.place == complaint.place;
    let asked = complaint.located.wanted.filter(|_| is_here);
    question(asked, words, matches!(complaint.place, Place::Name(..)))
}

/// The question where it is known, else the type's own words.
fn question(asked: Option<Wanted>, words: &str, is_identifier: bool) -> String {
    match asked {
        Some(Wanted::Integer) if is_integer_type(words) => format!("an integer ({words})"),
        Some(Wanted::Float) => "a number".to_owned(),
        Some(Wanted::Bool) => "true or false".to_owned(),
        Some(Wanted::List) => "an array".to_owned(),
        Some(Wanted::Tuple(length)) => format!("an array of {length} elements"),
        Some(Wanted::Map | Wanted::Struct(_)) => "an object".to_owned(),
        Some(Wanted::Enum(known)) if !known.is_empty() => one_of(known),
        Some(Wanted::Null) => "null".to_owned(),
        _ if is_identifier => format!("a member name that is {}", cut(words, MAX_WORDS)),
        _ if is_integer_type(words) => format!("an integer ({words})"),
        _ => cut(words, MAX_WORDS),
    }
}

fn is_integer_type(words: &str) -> bool {
    let width = words.strip_prefix(['u', 'i']).unwrap_or_default();
    ["8", "16", "32", "64", "128", "size"].contains(&width)
}

fn one_of(names: &[&str]) -> String {
    let listed: Vec<String> = names
        .iter()
        .take(MAX_NAMES)
        .map(|name| format!("`{}`", cut(name, MAX_WORDS)))
        .collect();
    let rest = match names.len().saturating_sub(MAX_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    match listed.len() {
        1 => format!("{}{rest}", listed[0]),
        _ => format!("one of {}{rest}", listed.join(", ")),
    }
}

/// Whether an object was asked for.
pub(super) fn is_object(located: &Located) -> bool {
    match located.wanted {
        Some(Wanted::Map | Wanted::Struct(_)) => true,
        // An internally tagged enum, say.
        Some(Wanted::Any) => !matches!(located.problem.kind, Kind::Custom(_)),
        _ => false,
    }
}
