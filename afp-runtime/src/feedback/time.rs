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

/// 9999-12-30T22:00:00.999Z, the last one that can be written.
const LAST: i64 = 253_402_207_200_999;

impl Moment {
    /// A moment from milliseconds since 1970; beyond the years 0 to 9999 it is the nearest one
    /// that can be written.
    #[must_use]
    pub fn from_milliseconds(milliseconds: i64) -> Self {
        Self(milliseconds.clamp(-62_167_219_200_000, LAST))
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub fn as_milliseconds(self) -> i64 {
        self.0
    }

    /// Reads an RFC 3339 time with any offset; what is finer than a millisecond is dropped.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let moment: jiff::Timestamp = text.parse().ok()?;
        Some(Self::from_milliseconds(moment.as_millisecond()))
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
