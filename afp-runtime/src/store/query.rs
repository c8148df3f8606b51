use std::fmt;
use std::str::FromStr;

use crate::feedback::{FeedbackType, Moment, Record};

/// The most records of one page.
const MAX_LIMIT: usize = 1000;

/// Which records to list, newest first. What is `None` does not narrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// Of this type.
    pub kind: Option<FeedbackType>,
    /// About exactly this endpoint.
    pub endpoint: Option<String>,
    /// From this service.
    pub service: Option<String>,
    /// Received at this moment or later.
    pub since: Option<Moment>,
    /// After the last record of an earlier page.
    pub after: Option<Cursor>,
    /// At most so many, 1 to 1000.
    pub limit: usize,
}

impl Default for Query {
    fn default() -> Self {
        Self {
            kind: None,
            endpoint: None,
            service: None,
            since: None,
            after: None,
            limit: 100,
        }
    }
}

impl Query {
    pub(super) fn bounded_limit(&self) -> usize {
        self.limit.clamp(1, MAX_LIMIT)
    }
}

/// A place in the list of all records; it stays where it is when records are added.
///
/// It is written as a text that [`FromStr`] reads again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    pub(super) received_at: Moment,
    pub(super) number: i64,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.received_at.as_milliseconds(), self.number)
    }
}

/// A text that is no cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no place in the list")]
pub struct InvalidCursor;

impl FromStr for Cursor {
    type Err = InvalidCursor;

    fn from_str(text: &str) -> Result<Self, InvalidCursor> {
        let (moment, number) = text.split_once('.').ok_or(InvalidCursor)?;
        let number_of = |text: &str| text.parse::<i64>().map_err(|_| InvalidCursor);
        Ok(Self {
            received_at: Moment::from_milliseconds(number_of(moment)?),
            number: number_of(number)?,
        })
    }
}

/// A part of the list, newest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The records.
    pub records: Vec<Record>,
    /// Where the next page begins; `None` on the last one.
    pub next: Option<Cursor>,
}

impl Page {
    /// A page of the first `limit` of `rows`, which has one more when there is a next page.
    pub(super) fn of(mut rows: Vec<(i64, Record)>, limit: usize) -> Self {
        let more = rows.len() > limit;
        rows.truncate(limit);
        let cursor = |(number, record): &(i64, Record)| Cursor {
            received_at: record.received_at,
            number: *number,
        };
        let next = rows.last().filter(|_| more).map(cursor);
        Self {
            records: rows.into_iter().map(|(_, record)| record).collect(),
            next,
        }
    }
}
