use std::borrow::Cow;
use std::collections::HashSet;

use super::names::{Sensitivity, sensitivity};
use super::{REDACTED, Redactor, card, shape};
use crate::feedback::json::{Member, Value};
use crate::feedback::validate::text_limit;

/// Redacts the value of a submission; members that hold words of the protocol stay.
pub(super) fn redact_submission(redactor: &Redactor, value: &mut Value<'_>) {
    let Value::Object(members) = value else {
        return;
    };
    for (name, value) in members {
        match name.as_ref() {
            "type" | "method" | "outcome" | "workaround" | "spec_version" => {}
            "session_id" | "request_id" => redact_identifier(redactor, value),
            "agent" | "evidence" => redact_closed(redactor, name, value),
            _ => redact_limited(redactor, None, name, value),
        }
    }
}

fn redact_closed(redactor: &Redactor, parent: &str, value: &mut Value<'_>) {
    let Value::Object(members) = value else {
        return;
    };
    for (name, value) in members {
        if name != "status_code" {
            redact_limited(redactor, Some(parent), name, value);
        }
    }
}

/// A value of a known member: a text with a limit, or an open object.
fn redact_limited(redactor: &Redactor, parent: Option<&str>, name: &str, value: &mut Value<'_>) {
    match (text_limit(parent, name), &mut *value) {
        (Some(limit), Value::String(text)) => {
            if let Cow::Owned(clean) = redactor.text(text) {
                *text = Cow::Owned(cut(clean, limit));
            }
        }
        _ => redact(redactor, value),
    }
}

fn cut(mut text: String, limit: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(limit) {
        text.truncate(end);
    }
    text
}

fn redact_identifier(redactor: &Redactor, value: &mut Value<'_>) {
    if let Value::String(text) = value {
        if let Cow::Owned(_) = redactor.text(text) {
            *value = Value::String(Cow::Owned(redactor.identifier(text)));
        }
    }
}

/// Redacts any JSON value. Its depth is bounded by the reader's.
pub(super) fn redact(redactor: &Redactor, value: &mut Value<'_>) {
    match value {
        Value::Null | Value::Bool(_) => {}
        Value::Number(text) => {
            if card::is_card(text) {
                *value = token();
            }
        }
        Value::String(text) => {
            if let Cow::Owned(clean) = redactor.text(text) {
                *text = Cow::Owned(clean);
            }
        }
        Value::Array(items) => redact_items(redactor, items),
        Value::Object(members) => redact_members(redactor, members),
    }
}

/// `["Authorization", "Bearer …"]` is a name and its value.
fn redact_items(redactor: &Redactor, items: &mut [Value<'_>]) {
    if let [Value::String(name), value @ Value::String(_)] = items {
        if is_sensitive(sensitivity(name.as_bytes()), value) {
            hide_leaves(value);
        }
    }
    for item in items {
        redact(redactor, item);
    }
}

fn redact_members(redactor: &Redactor, members: &mut [Member<'_>]) {
    let named = named_by_a_member(members);
    for (name, value) in members.iter_mut() {
        let kind = match named {
            Some(kind) if matches!(name.as_ref(), "value" | "val" | "content") => kind,
            _ => sensitivity(name.as_bytes()),
        };
        if is_sensitive(kind, value) {
            hide_leaves(value);
        } else {
            redact(redactor, value);
        }
    }
    redact_names(redactor, members);
}

/// `{"name": "Cookie", "value": …}`: what the first says about the second.
fn named_by_a_member(members: &[Member<'_>]) -> Option<Sensitivity> {
    let is_name = |name: &str| matches!(name, "name" | "key" | "header" | "field" | "param");
    let (_, name) = members.iter().find(|(name, _)| is_name(name))?;
    Some(sensitivity(name.as_str()?.as_bytes())).filter(|kind| *kind != Sensitivity::No)
}

fn is_sensitive(kind: Sensitivity, value: &Value<'_>) -> bool {
    match kind {
        Sensitivity::No => false,
        Sensitivity::Weak => {
            let looks_secret =
                |text: &str| text.len() >= 20 && shape::looks_secret(text.as_bytes());
            value.as_str().is_some_and(looks_secret)
        }
        _ => true,
    }
}

/// Leaves become the token, objects and lists keep their shape, names stay.
fn hide_leaves(value: &mut Value<'_>) {
    match value {
        Value::Null => {}
        Value::Bool(_) | Value::Number(_) | Value::String(_) => *value = token(),
        Value::Array(items) => items.iter_mut().for_each(hide_leaves),
        Value::Object(members) => members.iter_mut().for_each(|(_, value)| hide_leaves(value)),
    }
}

/// A secret can also stand where a name should; names stay unique.
fn redact_names(redactor: &Redactor, members: &mut [Member<'_>]) {
    let clean = |name: &str| match redactor.text(name) {
        Cow::Owned(clean) => Some(clean),
        Cow::Borrowed(_) => None,
    };
    if !members.iter().any(|(name, _)| clean(name).is_some()) {
        return;
    }
    let mut taken: HashSet<String> = members.iter().map(|(name, _)| name.to_string()).collect();
    for (at, (name, _)) in members.iter_mut().enumerate() {
        if let Some(mut unique) = clean(name) {
            while !taken.insert(unique.clone()) {
                unique = format!("{unique} {}", at + 1);
            }
            *name = Cow::Owned(unique);
        }
    }
}

fn token() -> Value<'static> {
    Value::String(Cow::Borrowed(REDACTED))
}
