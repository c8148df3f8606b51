//! A JSON object whose members keep their order, and whose values keep their bytes: a number too
//! large for `f64` comes out of a merge as it went in.

use std::collections::hash_map::DefaultHasher;
use std::fmt;
use std::hash::{Hash, Hasher};

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

#[derive(Debug, Clone, Default)]
pub(super) struct Members(Vec<(String, Box<RawValue>)>);

impl Members {
    /// `None` when `json` is not one JSON object.
    pub(super) fn parse(json: &[u8]) -> Option<Self> {
        serde_json::from_slice(json).ok()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &RawValue)> {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }

    /// The value of a member; of the last one when it stands there twice.
    pub(super) fn get(&self, name: &str) -> Option<&RawValue> {
        self.0
            .iter()
            .rev()
            .find(|(member, _)| member == name)
            .map(|(_, value)| &**value)
    }

    pub(super) fn object(&self, name: &str) -> Option<Self> {
        Self::parse(self.get(name)?.get().as_bytes())
    }

    pub(super) fn text(&self, name: &str) -> Option<String> {
        serde_json::from_str(self.get(name)?.get()).ok()
    }

    /// Replaces the member where it stands, or appends it.
    pub(super) fn set(&mut self, name: &str, value: Box<RawValue>) {
        let Some(at) = self.0.iter().position(|(member, _)| member == name) else {
            self.0.push((name.to_owned(), value));
            return;
        };
        self.0[at].1 = value;
        let mut index = 0;
        self.0.retain(|(member, _)| {
            index += 1;
            index - 1 == at || member != name
        });
    }

    /// The same, and gives back what stood there.
    pub(super) fn replace(&mut self, name: &str, value: Box<RawValue>) -> Option<Box<RawValue>> {
        let old = self.get(name).map(ToOwned::to_owned);
        self.set(name, value);
        old
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        // Names are strings and values are valid JSON: there is nothing left to fail.
        serde_json::to_vec(self).unwrap_or_default()
    }
}

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Object)
    }
}

/// The elements of a JSON list, each as it was written.
pub(super) fn elements(json: &str) -> Option<Vec<&RawValue>> {
    json.trim_start()
        .starts_with('[')
        .then(|| serde_json::from_str(json).ok())?
}

/// A hash that two texts share when they are the same JSON but for white space, escapes and the
/// order of members. Numbers count as they are written; text that is no JSON counts as it is.
pub(super) fn fingerprint(json: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    match std::str::from_utf8(json) {
        Ok(text) => hash_value(text, 0, &mut hasher),
        Err(_) => json.hash(&mut hasher),
    }
    hasher.finish()
}

/// Deeper values count as they are written, so that nesting can't cost more than this many reads.
const DEPTH: usize = 32;

fn hash_value(json: &str, depth: usize, hasher: &mut DefaultHasher) {
    let json = json.trim();
    match json.as_bytes().first() {
        Some(b'{') if depth < DEPTH => match serde_json::from_str::<Members>(json) {
            Ok(members) => hash_object(&members, depth, hasher),
            Err(_) => json.hash(hasher),
        },
        Some(b'[') if depth < DEPTH => match elements(json) {
            Some(values) => hash_list(&values, depth, hasher),
            None => json.hash(hasher),
        },
        Some(b'"') => match serde_json::from_str::<String>(json) {
            Ok(text) => ('"', text).hash(hasher),
            Err(_) => json.hash(hasher),
        },
        _ => json.hash(hasher),
    }
}

fn hash_object(members: &Members, depth: usize, hasher: &mut DefaultHasher) {
    let mut sorted: Vec<_> = members.iter().collect();
    sorted.sort_by_key(|(name, _)| *name);
    ('{', sorted.len()).hash(hasher);
    for (name, value) in sorted {
        name.hash(hasher);
        hash_value(value.get(), depth + 1, hasher);
    }
}

fn hash_list(values: &[&RawValue], depth: usize, hasher: &mut DefaultHasher) {
    ('[', values.len()).hash(hasher);
    for value in values {
        hash_value(value.get(), depth + 1, hasher);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;

    use super::{Members, elements, fingerprint};

    fn raw(json: &str) -> Box<RawValue> {
        RawValue::from_string(json.to_owned()).unwrap()
    }

    #[test]
    fn what_a_merge_does_not_name_keeps_its_bytes() {
        let mut body =
            Members::parse(br#"{"id": 123456789012345678901234567890, "f": 1.10, "b": true}"#)
                .unwrap();
        body.set("b", raw("false"));
        body.set("n", raw("[1, 2]"));
        assert_eq!(
            String::from_utf8(body.to_bytes()).unwrap(),
            r#"{"id":123456789012345678901234567890,"f":1.10,"b":false,"n":[1, 2]}"#
        );
    }

    #[test]
    fn a_merge_replaces_every_duplicate() {
        let mut body = Members::parse(br#"{"a":1,"b":2,"a":3}"#).unwrap();
        assert_eq!(body.get("a").unwrap().get(), "3");
        body.set("a", raw("4"));
        assert_eq!(body.to_bytes(), br#"{"a":4,"b":2}"#);
    }

    #[test]
    fn equal_json_has_equal_fingerprints() {
        let same = [
            r#"{"a":1,"b":[1,{"c":"x","d":null}]}"#,
            r#" { "b" : [ 1 , { "d": null, "c": "\u0078" } ], "a": 1 } "#,
        ];
        assert_eq!(
            fingerprint(same[0].as_bytes()),
            fingerprint(same[1].as_bytes())
        );
        for other in [
            r#"{"a":1.0,"b":[1,{"c":"x","d":null}]}"#,
            r#"{"a":1}"#,
            "[]",
            "",
            "{",
        ] {
            assert_ne!(
                fingerprint(same[0].as_bytes()),
                fingerprint(other.as_bytes())
            );
        }
    }

    #[test]
    fn deep_and_broken_json_is_no_trouble() {
        let deep = "[".repeat(200_000) + &"]".repeat(200_000);
        assert_ne!(fingerprint(deep.as_bytes()), fingerprint(b"\xff"));
        assert!(Members::parse(b"[1]").is_none());
        assert!(Members::parse(b"{}x").is_none());
        assert!(elements("{}").is_none());
    }
}
