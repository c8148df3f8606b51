//! A suggestion: what of it can fall away is decided here, once.

use super::parts::{Emptied, Part, PartMember, Parts};
use super::{template, whole};
use crate::error_enum::{Member, Suggestion, Value, Variant};
use crate::expand::holes::Holes;
use crate::expand::json::string;
use crate::vocabulary;

/// The whole suggestion, and whether it can be written as `null`.
pub(super) fn parts(variant: &Variant<'_>, holes: &Holes) -> (Parts, bool) {
    let writer = Writer { variant, holes };
    let mut parts = Parts::default();
    let can_be_null = match variant.suggestion.value() {
        None => {
            parts.text("null");
            true
        }
        Some(Suggestion::Field(field)) => {
            parts.push(Part::ObjectHole(whole(variant, holes, field)));
            true
        }
        Some(Suggestion::Object(members, _)) => {
            writer.object(members, Emptied::Null, true, &mut parts)
        }
    };
    (parts, can_be_null)
}

struct Writer<'a> {
    variant: &'a Variant<'a>,
    holes: &'a Holes,
}

impl Writer<'_> {
    /// Writes an object, and says whether all of it can fall away.
    fn object(&self, members: &[Member], emptied: Emptied, top: bool, into: &mut Parts) -> bool {
        let fixed = fixed_keys(members);
        let members: Vec<PartMember> = members
            .iter()
            .map(|member| self.member(member, &fixed, top))
            .collect();
        // A member with a computed key goes when its key is that of another, which may go as well.
        let can_go = |member: &PartMember| member.droppable || member.others.is_some();
        if members.iter().any(can_go) {
            let can_be_empty = members.iter().all(can_go);
            into.push(Part::Object { members, emptied });
            return can_be_empty;
        }
        into.text("{");
        for (position, member) in members.into_iter().enumerate() {
            if position > 0 {
                into.text(",");
            }
            into.append(member.key);
            into.append(member.value);
        }
        into.text("}");
        false
    }

    fn member(&self, member: &Member, fixed: &str, top: bool) -> PartMember {
        let mut key = Parts::default();
        key.text("\"");
        template(self.variant, self.holes, &member.key, &mut key);
        key.text("\":");
        let mut value = Parts::default();
        let name = member.key.plain();
        let is_wait = top && name.as_deref() == Some(vocabulary::WAIT) && self.waits();
        let can_be_null = match &member.value {
            Value::Field(field, _) if is_wait => {
                value.push(Part::Wait(whole(self.variant, self.holes, field)));
                false
            }
            other => self.value(other, Emptied::Null, &mut value),
        };
        let is_required = top
            && name.is_some_and(|name| name == vocabulary::WAIT || name == vocabulary::BATCH_SIZE);
        PartMember {
            key,
            value,
            droppable: can_be_null && !is_required,
            others: (member.key.plain().is_none() && !fixed.is_empty()).then(|| fixed.to_owned()),
        }
    }

    fn waits(&self) -> bool {
        let action = self.variant.action.value();
        action.is_some_and(|a| vocabulary::kind(&a.to_string()) == Some(vocabulary::Kind::Wait))
    }

    /// Writes a value, and says whether it can be `null` without the author having written that.
    fn value(&self, value: &Value, emptied: Emptied, into: &mut Parts) -> bool {
        match value {
            Value::Text(text) => {
                into.text("\"");
                template(self.variant, self.holes, text, into);
                into.text("\"");
                false
            }
            Value::Field(field, _) => {
                into.push(Part::Hole(whole(self.variant, self.holes, field)));
                true
            }
            Value::Fixed(json, _) => {
                into.text(json);
                false
            }
            Value::List(values, _) => {
                self.list(values, into);
                false
            }
            Value::Object(members, _) => self.object(members, emptied, false, into),
        }
    }

    /// The length of a list is the author's: nothing falls out of it.
    fn list(&self, values: &[Value], into: &mut Parts) {
        into.text("[");
        for (position, value) in values.iter().enumerate() {
            if position > 0 {
                into.text(",");
            }
            self.value(value, Emptied::Object, into);
        }
        into.text("]");
    }
}

/// The keys that no field decides, as they are written. JSON text has no line breaks of its own.
fn fixed_keys(members: &[Member]) -> String {
    let keys = members.iter().filter_map(|member| member.key.plain());
    let keys: Vec<String> = keys.map(|key| format!("{}:", string(&key))).collect();
    keys.join("\n")
}
