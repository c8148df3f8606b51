//! An agent that waits knows how long, and one that splits knows how small.

use proc_macro2::Span;

use crate::error_enum::{Field, Suggestion, Value, Variant};
use crate::problems::Problems;
use crate::vocabulary::{self, BATCH_SIZE, Kind, WAIT};

pub(crate) fn check(variant: &Variant<'_>, problems: &mut Problems) {
    let Some(action) = variant.action.value() else {
        return;
    };
    let (name, least, what, number) = match vocabulary::kind(&action.to_string()) {
        Some(Kind::Wait) => (WAIT, 0.0, "seconds, 0 or more", 30),
        Some(Kind::Batch) => (BATCH_SIZE, 1.0, "a number of items, 1 or more", 25),
        _ => return,
    };
    let usage = match variant.field(name) {
        Some(_) => format!("`suggestion = {{ \"{name}\": \"{{{name}}}\" }}`"),
        None => format!("`suggestion = {{ \"{name}\": {number} }}`"),
    };
    if variant.suggestion.is_absent() {
        problems.at(action.span(), format!("`{action}` needs {usage}: {what}"));
        return;
    }
    let Some(suggestion) = variant.suggestion.value() else {
        return;
    };
    let Some(member) = suggestion.member(name) else {
        let message =
            format!("the suggestion of `{action}` is an object with {name:?}, like {usage}");
        problems.at(place(suggestion, name), message);
        return;
    };
    if !is_sound(variant, &member.value, least, name) {
        let message =
            format!("{name:?} is {what}, as a number or as one placeholder that is no `Option`");
        problems.at(member.value.span(), message);
    }
}

/// The key that was meant, or the whole.
fn place(suggestion: &Suggestion, name: &str) -> Span {
    let letters = |key: &str| key.replace(['_', '-'], "").to_lowercase();
    let is_meant = |key: String| letters(&key) == letters(name);
    match suggestion {
        Suggestion::Field(template) => template.span(),
        Suggestion::Object(members, span) => members
            .iter()
            .find(|member| member.key.plain().is_some_and(is_meant))
            .map_or(*span, |member| member.key.span()),
    }
}

fn is_sound(variant: &Variant<'_>, value: &Value, least: f64, name: &str) -> bool {
    match value {
        Value::Field(_, hole) => !variant.field(&hole.field).is_some_and(Field::is_option),
        Value::Fixed(number, _) if name == BATCH_SIZE => number.parse::<u64>().is_ok_and(|n| n > 0),
        Value::Fixed(number, _) => number.parse::<f64>().is_ok_and(|number| number >= least),
        Value::Text(template) => !template.mistakes.is_empty(),
        Value::List(..) | Value::Object(..) => false,
    }
}
