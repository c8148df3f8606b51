//! A batch in smaller parts.

use std::ops::Range;

use bytes::Bytes;
use http::HeaderValue;
use serde_json::value::RawValue;

use super::{Failure, Request, Split};
use crate::agent::members::{Members, elements};
use crate::agent::request::IDEMPOTENCY_KEY;
use crate::agent::stop::{CannotSplit, Limit, Stop};

/// Splits the list that was sent, at most into `most` parts.
pub(super) fn split(request: &Request, failure: &Failure, most: usize) -> Result<Split, Stop> {
    let cannot = |problem| Stop::CannotSplit { problem };
    let size = batch_size(failure).ok_or_else(|| cannot(CannotSplit::BatchSize))?;
    let body = Batch::find(&request.body, failure, size).map_err(cannot)?;
    let items = elements(&body.items).unwrap_or_default();
    if items.len().div_ceil(size) > most {
        return Err(Stop::OverBudget {
            limit: Limit::Requests,
        });
    }
    let parts = items.chunks(size).enumerate().map(|(index, items)| {
        let range = index * size..index * size + items.len();
        let part = part(request, body.with(items), &range);
        (range, part)
    });
    Ok(Split {
        parts: parts.collect(),
        list: body.name,
    })
}

/// A whole number of at least 1, also when it is written `25.0`.
fn batch_size(failure: &Failure) -> Option<usize> {
    let json = failure.suggested("batchSize")?;
    let number: f64 = json
        .starts_with(|c: char| c.is_ascii_digit())
        .then(|| json.parse().ok())??;
    let whole = number.fract() == 0.0 && (1.0..=f64::from(u32::MAX)).contains(&number);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked above"
    )]
    whole.then_some(number as usize)
}

struct Batch {
    name: Option<String>,
    /// The list, as JSON.
    items: String,
    /// All other members, and null in place of the list; empty when the body itself is the list.
    members: Members,
}

impl Batch {
    fn find(body: &[u8], failure: &Failure, size: usize) -> Result<Self, CannotSplit> {
        let longer = |json: &str| elements(json).is_some_and(|items| items.len() > size);
        let Some(mut members) = Members::parse(body) else {
            let json = std::str::from_utf8(body).unwrap_or_default();
            let items = longer(json)
                .then(|| json.to_owned())
                .ok_or(CannotSplit::NoList)?;
            return Ok(Self {
                name: None,
                items,
                members: Members::default(),
            });
        };
        let lists = members.iter().filter(|(_, value)| longer(value.get()));
        let name = the_batch(lists.map(|(name, _)| name).collect(), failure)?.to_owned();
        let items = members.replace(&name, RawValue::NULL.to_owned());
        Ok(Self {
            items: items
                .map(|items| items.get().to_owned())
                .unwrap_or_default(),
            name: Some(name),
            members,
        })
    }

    fn with(&self, items: &[&RawValue]) -> Bytes {
        let json = serde_json::to_string(items).unwrap_or_default();
        let Some(name) = &self.name else {
            return json.into();
        };
        let mut members = self.members.clone();
        if let Ok(list) = RawValue::from_string(json) {
            members.set(name, list);
        }
        members.to_bytes().into()
    }
}

/// Of several lists, the one that the server named in `current`.
fn the_batch<'a>(mut lists: Vec<&'a str>, failure: &Failure) -> Result<&'a str, CannotSplit> {
    if lists.len() > 1 {
        lists.retain(|name| {
            failure
                .current
                .as_ref()
                .is_some_and(|c| c.get(name).is_some())
        });
        return <[&str; 1]>::try_from(lists)
            .map_or(Err(CannotSplit::SeveralLists), |[name]| Ok(name));
    }
    lists.pop().ok_or(CannotSplit::NoList)
}

/// Each part has a key of its own, made from the whole's: with one key for all, a server would
/// take the second part for a repetition of the first.
fn part(request: &Request, body: Bytes, items: &Range<usize>) -> Request {
    let mut part = Request {
        body,
        ..request.clone()
    };
    let suffix = format!(".{}-{}", items.start, items.end);
    extend_key(&mut part, &suffix);
    part
}

pub(super) fn extend_key(request: &mut Request, suffix: &str) {
    let Some(key) = request.key() else { return };
    let extended = [key.as_bytes(), suffix.as_bytes()].concat();
    if let Ok(key) = HeaderValue::from_bytes(&extended) {
        request.headers.insert(IDEMPOTENCY_KEY, key);
    }
}
