use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

use crate::errors::{Action, ErrorSpec};

/// How many errors a registry has, and of which kinds (protocol 1, §5).
///
/// It serializes as the `summary` of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Number of codes.
    pub total: usize,
    /// Those whose action is likely to succeed.
    pub retryable: usize,
    /// All others.
    pub non_retryable: usize,
    /// Number of codes for each action that has any, in the order of the vocabulary.
    pub by_action: Vec<(Action, usize)>,
}

impl Summary {
    pub(in crate::errors) fn of(specs: impl Iterator<Item = &'static ErrorSpec>) -> Self {
        let mut counts = Action::ALL.map(|action| (action, 0));
        let (mut total, mut retryable) = (0, 0);
        for spec in specs {
            total += 1;
            retryable += usize::from(spec.retryable);
            if let Some((_, count)) = counts.iter_mut().find(|(action, _)| *action == spec.action) {
                *count += 1;
            }
        }
        Self {
            total,
            retryable,
            non_retryable: total - retryable,
            by_action: counts.into_iter().filter(|(_, count)| *count > 0).collect(),
        }
    }
}

impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut summary = serializer.serialize_struct("Summary", 4)?;
        summary.serialize_field("total", &self.total)?;
        summary.serialize_field("retryable", &self.retryable)?;
        summary.serialize_field("non_retryable", &self.non_retryable)?;
        summary.serialize_field("by_action", &ByAction(&self.by_action))?;
        summary.end()
    }
}

struct ByAction<'a>(&'a [(Action, usize)]);

impl Serialize for ByAction<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (action, count) in self.0 {
            map.serialize_entry(action, count)?;
        }
        map.end()
    }
}
