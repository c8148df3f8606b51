//! What a service answers to a report it took (protocol 2, §2).

use serde::{Deserialize, Serialize};

/// The report was taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Receipt {
    /// Its id.
    pub id: String,
    /// When it came, as the service wrote it.
    pub received_at: String,
    /// The problem is known already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known_issue: Option<KnownIssue>,
}

/// A problem that the service knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KnownIssue {
    /// Its id.
    pub id: String,
    /// What it is.
    pub title: String,
    /// What happens with it: `acknowledged`, `planned`, `in_progress`, `fixed`, `wont_fix`.
    pub status: String,
    /// Where to read more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// What to do meanwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workaround: Option<String>,
}

impl Receipt {
    /// `None` when `body` is no acknowledgement.
    pub(super) fn read(body: &[u8]) -> Option<Self> {
        let status = super::super::members::Members::parse(body)?.text("status")?;
        let receipt: Self = serde_json::from_slice(body).ok()?;
        let whole = status == "accepted" && !receipt.id.is_empty();
        (whole && !receipt.received_at.is_empty()).then_some(receipt)
    }
}

#[cfg(test)]
mod tests {
    use super::Receipt;

    #[test]
    fn only_an_acknowledgement_is_a_receipt() {
        let read = |json: &str| Receipt::read(json.as_bytes());
        let whole = r#"{"id":"fb_1","status":"accepted","received_at":"2026-11-29T00:00:00.000Z",
            "known_issue":{"id":"i","title":"t","status":"planned"},"more":1}"#;
        assert_eq!(read(whole).unwrap().known_issue.unwrap().status, "planned");
        for other in [
            "{}",
            "",
            "<html>",
            r#"{"id":"fb_1","status":"accepted"}"#,
            r#"{"id":"","status":"accepted","received_at":"x"}"#,
            r#"{"id":"fb_1","status":"queued","received_at":"x"}"#,
            r#"{"id":7,"status":"accepted","received_at":"x"}"#,
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
