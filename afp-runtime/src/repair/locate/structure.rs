//! Lists and objects.

use serde::de::{DeserializeSeed, MapAccess, SeqAccess};

use super::at::{At, Read};
use super::key::Key;
use crate::repair::problem::Place;
use crate::repair::tree::{Member, NodeId};

#[derive(Debug)]
pub(super) struct Elements<'t> {
    list: At<'t>,
    left: std::vec::IntoIter<NodeId>,
}

impl<'t> Elements<'t> {
    pub(super) fn new(list: At<'t>, elements: Vec<NodeId>) -> Self {
        let left = elements.into_iter();
        Self { list, left }
    }

    pub(super) fn left(&self) -> usize {
        self.left.len()
    }

    pub(super) fn is_finished(&self) -> bool {
        self.left.len() == 0
    }
}

impl<'de> SeqAccess<'de> for &mut Elements<'de> {
    type Error = crate::repair::problem::Refusal;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<Option<S::Value>> {
        let Some(node) = self.left.next() else {
            return Ok(None);
        };
        let element = self.list.child(node);
        element.here(|| seed.deserialize(element)).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

#[derive(Debug)]
pub(super) struct Members<'t> {
    object: At<'t>,
    left: std::iter::Enumerate<std::slice::Iter<'t, Member>>,
    value: Option<NodeId>,
}

impl<'t> Members<'t> {
    pub(super) fn new(object: At<'t>, members: &'t [Member]) -> Self {
        Self {
            object,
            left: members.iter().enumerate(),
            value: None,
        }
    }
}

impl<'de> MapAccess<'de> for Members<'de> {
    type Error = crate::repair::problem::Refusal;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<Option<S::Value>> {
        let Some((index, member)) = self.left.next() else {
            return Ok(None);
        };
        self.value = Some(member.value);
        let place = Place::Name(self.object.node, index);
        let key = Key::new(&member.name, self.object.trace.mode);
        seed.deserialize(key)
            .map(Some)
            .map_err(|refusal| refusal.or_at(place))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<S::Value> {
        // Asking for a value before its name is a bug of the visitor; the object's own is no worse
        // than another.
        let value = self.object.child(self.value.unwrap_or(self.object.node));
        value.here(|| seed.deserialize(value))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}
