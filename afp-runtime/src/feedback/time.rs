use std::fmt;

use jiff::fmt::temporal::DateTimePrinter;

/// A moment in whole milliseconds since 1970, written as UTC with milliseconds and `Z`.
///
/// ```
/// use afp_runtime::feedback::Moment;
/// let moment = Moment::from_milliseconds(1_790_000_000_005);
/// assert_eq!(moment.to_string(), "2026-09-21T14:13:20.005Z");
/// assert_eq!(Moment::parse("2026-09-21T16:13:20.0050+02:00"), Some(moment));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(i64);

static PRINTER: DateTimePrinter = DateTimePrinter::new().precision(Some(3));

/// 0000-01-01T00:00:00.000Z.
const FIRST: i64 = -62_167_219_200_000;

/// 9999-12-30T22:00:00.000Z, the last one that can be written.
const LAST: i64 = 253_402_207_200_000;

impl Moment {
    /// A moment from milliseconds since 1970; beyond the years 0 to 9999 it is the nearest one
    /// that can be written.
    #[must_use]
    pub fn from_milliseconds(milliseconds: i64) -> Self {
        Self(milliseconds.clamp(FIRST, LAST))
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub fn as_milliseconds(self) -> i64 {
        self.0
    }

    /// Reads an RFC 3339 time with any offset; what is finer than a millisecond is dropped. `None`
    /// also for moments that can't be written: before the year 0, and after
    /// 9999-12-30T22:00:00Z.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let moment: jiff::Timestamp = text.parse().ok()?;
        let milliseconds = moment.as_millisecond();
        let moment = Self::from_milliseconds(milliseconds);
        (moment.0 == milliseconds).then_some(moment)
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moment = jiff::Timestamp::from_millisecond(self.0).unwrap_or_default();
        let mut text = String::with_capacity(24);
        PRINTER
            .print_timestamp(&moment, &mut text)
            .map_err(|_| fmt::Error)?;
        f.write_str(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::Moment;

    #[test]
    fn moments_at_the_edges_are_read_as_they_are_or_not_at_all() {
        for (text, written) in [
            ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"),
            ("0000-01-01T00:30:00+00:30", "0000-01-01T00:00:00.000Z"),
            ("9999-12-30T22:00:00Z", "9999-12-30T22:00:00.000Z"),
            ("9999-12-30T22:00:00.001Z", ""),
            ("9999-12-30T23:59:59-02:00", ""),
            ("9999-12-30T22:00:01Z", ""),
            ("9999-12-31T23:59:59Z", ""),
            ("0000-01-01T00:00:00+00:01", ""),
            ("-000001-12-31T23:59:59Z", ""),
        ] {
            let moment = Moment::parse(text).map(|moment| moment.to_string());
            assert_eq!(moment.unwrap_or_default(), written, "{text}");
        }
    }

    #[test]
    fn moments_beyond_the_edges_are_the_nearest_that_can_be_written() {
        for (milliseconds, written) in [
            (i64::MIN, "0000-01-01T00:00:00.000Z"),
            (i64::MAX, "9999-12-30T22:00:00.000Z"),
        ] {
            assert_eq!(Moment::from_milliseconds(milliseconds).to_string(), written);
        }
    }
}
