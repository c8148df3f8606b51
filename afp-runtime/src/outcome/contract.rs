//! The contract object `_agentFeedback` (protocol 3 §3).

mod parsed;
mod template;
mod texts;
mod tool;

pub use self::{
    parsed::{Contract, InvalidContract, Transport},
    template::ContractTemplate,
    texts::{InvalidTexts, Texts},
    tool::{REPORT_TOOL, ToolContractTemplate},
};

use jiff::{Timestamp, fmt::temporal::DateTimePrinter};
use serde::{Deserialize, Serialize};

/// Name of the member that carries the contract in a JSON object.
pub const MEMBER: &str = "_agentFeedback";
/// `id` of the element that carries the contract in a page.
pub const ELEMENT_ID: &str = "agent-feedback";

/// How much a contract asks of the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Submit one review without asking the human, before the final answer.
    #[default]
    Auto,
    /// Submit only if the outcome is already known.
    Ask,
    /// No contract.
    Off,
}

/// Environment variable that switches all contracts off.
pub const SWITCH: &str = "AGENT_FEEDBACK_ENABLED";

/// Whether this value of [`SWITCH`] switches contracts off: `false`, in any case.
#[must_use]
pub fn is_switched_off(value: Option<&str>) -> bool {
    value.is_some_and(|value| value.trim().eq_ignore_ascii_case("false"))
}

/// Unix seconds as RFC 3339 in UTC with milliseconds. Beyond the year 9999 it stays there.
pub(crate) fn rfc3339(seconds: u64) -> String {
    let second = i64::try_from(seconds).unwrap_or(i64::MAX);
    rfc3339_of(Timestamp::from_second(second).unwrap_or(Timestamp::MAX))
}

/// A point in time as RFC 3339 in UTC with milliseconds.
pub(crate) fn rfc3339_of(time: Timestamp) -> String {
    const PRINTER: DateTimePrinter = DateTimePrinter::new().precision(Some(3));
    PRINTER.timestamp_to_string(&time)
}

/// Reads what [`rfc3339`] writes, and only that form: 24 characters, milliseconds, `Z`.
pub(crate) fn parse_rfc3339(text: &str) -> Option<Timestamp> {
    let shape = "dddd-dd-ddTdd:dd:dd.dddZ";
    let fits = |(byte, form): (u8, u8)| match form {
        b'd' => byte.is_ascii_digit(),
        other => byte == other,
    };
    if text.len() != shape.len() || !text.bytes().zip(shape.bytes()).all(fits) {
        return None;
    }
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_word_false_switches_off() {
        assert!(is_switched_off(Some("false")));
        assert!(is_switched_off(Some(" FALSE ")));
        for on in [None, Some(""), Some("true"), Some("0")] {
            assert!(!is_switched_off(on), "{on:?}");
        }
    }

    #[test]
    fn times_have_milliseconds_and_a_z() {
        assert_eq!(rfc3339(1_715_007_200), "2024-05-06T14:53:20.000Z");
        assert_eq!(
            parse_rfc3339("2024-05-06T14:53:20.000Z")
                .unwrap()
                .as_second(),
            1_715_007_200
        );
        for other in [
            "2024-05-06T14:53:20Z",
            "2024-05-06T14:53:20.000+00:00",
            "2024-13-06T14:53:20.000Z",
        ] {
            assert_eq!(parse_rfc3339(other), None, "{other}");
        }
        assert!(rfc3339(u64::MAX).starts_with("9999-12-3"));
    }
}
