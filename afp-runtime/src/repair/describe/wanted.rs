use super::path::{Path, cut};
use super::terms::{in_json, message_in_json};
use super::{MAX_WORDS, may_hold_secret};
use crate::repair::locate::{Located, WITH_CONTENT, Wanted};
use crate::repair::problem::{Found, Kind, Place};
use crate::repair::search::Complaint;
use crate::repair::suspects::is_value;

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
        Kind::Length { wanted } => length(wanted),
        Kind::Custom(message) if may_hold_secret(complaint, path) => valid(""),
        Kind::Custom(message) => valid(message_in_json(message)),
    }
}

fn length(words: &str) -> String {
    match in_json(words) {
        term if term.starts_with("an array") => term,
        own => format!("an array of {}", cut(&own, MAX_WORDS)),
    }
}

fn valid(why: &str) -> String {
    match why {
        "" => "a valid value".to_owned(),
        why => format!("a valid value ({})", cut(why, MAX_WORDS)),
    }
}

/// What a missing member was asked for.
fn asked_for(asked: &Located, path: &Path) -> String {
    match (&asked.problem.kind, asked.wanted) {
        (Kind::UnknownVariant { known, .. }, _) => one_of(known),
        (Kind::Value { wanted, .. }, asked) => question(asked, wanted, false),
        (_, Some(Wanted::Text)) => "a string".to_owned(),
        (Kind::Custom(message), _) if !message.is_empty() && !path.is_secret() => {
            valid(message_in_json(message))
        }
        _ => "a value".to_owned(),
    }
}

fn value(complaint: &Complaint, words: &str) -> String {
    let is_here = complaint.located.place == complaint.place;
    if let Some(found) = below(complaint).filter(|_| is_here) {
        let term = cut(&in_json(words), MAX_WORDS);
        return format!("a valid value ({term}, not {found}, somewhere in it)");
    }
    let asked = complaint.located.wanted.filter(|_| is_here);
    question(asked, words, matches!(complaint.place, Place::Name(..)))
}

/// What was found, where serde buffered the value and refused something in it that can't be told
/// from other things there.
fn below(complaint: &Complaint) -> Option<&'static str> {
    let (Place::Value(node), Kind::Value { found, .. }) =
        (complaint.place, &complaint.located.problem.kind)
    else {
        return None;
    };
    let tree = &complaint.tree;
    let is_below = complaint.located.entered
        && match found {
            Found::Other => false,
            found if !is_value(tree, node, found) => true,
            found => tree.subtree(node)[1..]
                .iter()
                .any(|&below| is_value(tree, below, found)),
        };
    is_below.then(|| found.kind())
}

/// The question where it is known, else the type's own words.
fn question(asked: Option<Wanted>, words: &str, is_identifier: bool) -> String {
    match asked {
        Some(Wanted::Float) => "a number".to_owned(),
        Some(Wanted::Bool) => "true or false".to_owned(),
        Some(Wanted::List) => "an array".to_owned(),
        Some(Wanted::Tuple(length)) => format!("an array of {length} elements"),
        Some(Wanted::Map | Wanted::Struct(_)) => "an object".to_owned(),
        Some(Wanted::Enum(_)) if words == WITH_CONTENT => words.to_owned(),
        Some(Wanted::Enum(known)) if !known.is_empty() => one_of(known),
        Some(Wanted::Null) => "null".to_owned(),
        _ if is_identifier => format!("a member name that is {}", cut(&in_json(words), MAX_WORDS)),
        _ => cut(&in_json(words), MAX_WORDS),
    }
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
        Some(Wanted::Any) => match &located.problem.kind {
            Kind::Value { wanted, .. } => in_json(wanted) == "an object",
            Kind::Custom(_) => false,
            _ => true,
        },
        _ => false,
    }
}
