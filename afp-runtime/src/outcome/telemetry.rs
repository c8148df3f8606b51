//! What a product tells its collector about an instrumented response (protocol 3 §6).

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use uuid::Uuid;

use super::contract::{parse_rfc3339, rfc3339_of};

/// Events in one batch, at most.
pub const MAX_BATCH: usize = 100;

/// Where the contract was put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Surface {
    /// A member of a JSON object.
    HttpJson,
    /// An element of a page.
    HttpHtml,
    /// Headers.
    HttpHeaders,
    /// The result of an MCP tool.
    Mcp,
}

/// Whether an agent is known to have seen the response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Classification {
    /// Over HTTP: not known.
    Unclassified,
    /// Over MCP: certain.
    Confirmed,
}

/// Where a session reference comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionSource {
    /// The product's own session.
    Customer,
    /// The MCP session.
    Mcp,
    /// A token that continues an earlier interaction.
    Continuation,
}

/// Where a runtime hint comes from; also how an interaction was confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HintSource {
    /// A request header.
    Http,
    /// The MCP client's own words.
    Mcp,
}

/// How an interaction was confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConfirmationMethod {
    /// By MCP.
    Mcp,
}

/// One instrumented response. Closed: an unknown member is refused, and so is `null`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct TelemetryEvent {
    /// The interaction whose capability was handed out.
    #[serde(with = "hyphenated")]
    pub interaction_id: Uuid,
    /// Where the contract was put.
    pub surface: Surface,
    /// The route template or tool: 1 to 160 characters.
    pub operation: String,
    /// Whether an agent is known to have seen it.
    pub classification: Classification,
    /// When the response was handed over.
    #[serde(with = "milliseconds")]
    pub occurred_at: Timestamp,
    /// HTTP status, 100 to 599.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    pub status_code: Option<u16>,
    /// Time from request to response, in milliseconds. Whole ones are sent as integers.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        serialize_with = "short_number",
        deserialize_with = "present"
    )]
    pub duration_ms: Option<f64>,
    /// The product's word for its customer: 1 to 160 of `A-Za-z0-9_.:-`.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    pub customer_ref: Option<String>,
    /// The product's word for a session: 1 to 160 of `A-Za-z0-9_.:-`.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    pub session_ref: Option<String>,
    /// Where `sessionRef` comes from.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    pub session_source: Option<SessionSource>,
    /// The agent's runtime, as far as known: 1 to 200 characters.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    pub runtime_hint: Option<String>,
    /// Where `runtimeHint` comes from.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    pub runtime_hint_source: Option<HintSource>,
    /// How the interaction was confirmed.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    pub confirmation_method: Option<ConfirmationMethod>,
}

/// A member of an event is out of its range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{member} is {rule}")]
pub struct InvalidEvent {
    member: &'static str,
    rule: &'static str,
}

impl TelemetryEvent {
    /// An event with the required members, at the given time.
    #[must_use]
    pub fn new(interaction_id: Uuid, surface: Surface, operation: String, at: Timestamp) -> Self {
        let mcp = surface == Surface::Mcp;
        Self {
            interaction_id,
            surface,
            operation,
            classification: if mcp {
                Classification::Confirmed
            } else {
                Classification::Unclassified
            },
            occurred_at: at,
            status_code: None,
            duration_ms: None,
            customer_ref: None,
            session_ref: None,
            session_source: None,
            runtime_hint: None,
            runtime_hint_source: None,
            confirmation_method: mcp.then_some(ConfirmationMethod::Mcp),
        }
    }

    /// Holds every member against its range.
    ///
    /// # Errors
    /// [`InvalidEvent`], with the first member out of range.
    pub fn check(&self) -> Result<(), InvalidEvent> {
        const REFERENCE: &str = "1 to 160 of A-Za-z0-9_.:-";
        let confirmed = self.classification == Classification::Confirmed;
        let text = |text: &Option<String>, most| text.as_ref().is_none_or(|t| has_length(t, most));
        let reference = |text: &Option<String>| text.as_deref().is_none_or(is_reference);
        let rules = [
            (
                "operation",
                "1 to 160 characters",
                has_length(&self.operation, 160),
            ),
            (
                "statusCode",
                "100 to 599",
                self.status_code.is_none_or(|s| (100..600).contains(&s)),
            ),
            (
                "durationMs",
                "a number from 0",
                self.duration_ms
                    .is_none_or(|ms| ms.is_finite() && ms >= 0.0),
            ),
            ("customerRef", REFERENCE, reference(&self.customer_ref)),
            ("sessionRef", REFERENCE, reference(&self.session_ref)),
            (
                "runtimeHint",
                "1 to 200 characters",
                text(&self.runtime_hint, 200),
            ),
            (
                "classification",
                "confirmed for mcp alone",
                confirmed == (self.surface == Surface::Mcp),
            ),
        ];
        match rules.iter().find(|(.., holds)| !holds) {
            Some(&(member, rule, _)) => Err(InvalidEvent { member, rule }),
            None => Ok(()),
        }
    }
}

/// Whether a text can be a `customerRef` or `sessionRef`.
#[must_use]
pub fn is_reference(text: &str) -> bool {
    let allowed =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b':' | b'-');
    (1..=160).contains(&text.len()) && text.bytes().all(allowed)
}

/// Whether a text can be a `runtimeHint`.
#[must_use]
pub fn is_runtime_hint(text: &str) -> bool {
    has_length(text, 200)
}

fn has_length(text: &str, most: usize) -> bool {
    let plain = !text.chars().any(char::is_control);
    plain && (1..=most).contains(&text.chars().count())
}

#[expect(clippy::ref_option, reason = "serde passes the field by reference")]
fn short_number<S: serde::Serializer>(number: &Option<f64>, out: S) -> Result<S::Ok, S::Error> {
    match number {
        // Exact below 2^53.
        Some(n) if n.fract() == 0.0 && (0.0..9e15).contains(n) => out.serialize_u64(*n as u64),
        other => other.serialize(out),
    }
}

/// A member that is there has a value: it is left out where there is none, never `null`.
fn present<'de, D, T>(input: D) -> Result<Option<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(input).map(Some)
}

mod hyphenated {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use uuid::Uuid;

    pub(super) fn serialize<S: Serializer>(id: &Uuid, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(id.hyphenated().encode_lower(&mut [0; 36]))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Uuid, D::Error> {
        let text = String::deserialize(input)?;
        let id = (text.len() == 36)
            .then(|| Uuid::try_parse(&text).ok())
            .flatten();
        id.ok_or_else(|| D::Error::custom("interactionId is a UUID with hyphens"))
    }
}

mod milliseconds {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use super::{Timestamp, parse_rfc3339, rfc3339_of};

    pub(super) fn serialize<S: Serializer>(time: &Timestamp, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(&rfc3339_of(*time))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Timestamp, D::Error> {
        let text = String::deserialize(input)?;
        // Other implementations of the protocol may leave the milliseconds out.
        let time = parse_rfc3339(&text).or_else(|| text.parse().ok());
        time.ok_or_else(|| D::Error::custom("occurredAt is an RFC 3339 time"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event() -> TelemetryEvent {
        let at = Timestamp::from_second(1_715_000_000).unwrap();
        TelemetryEvent::new(Uuid::nil(), Surface::HttpJson, "/orders/{id}".into(), at)
    }

    #[test]
    fn an_event_has_the_names_of_the_protocol() {
        let mut event = event();
        event.status_code = Some(200);
        event.duration_ms = Some(1.5);
        event.customer_ref = Some("c:1".into());
        event.session_ref = Some("s.1".into());
        event.session_source = Some(SessionSource::Customer);
        event.runtime_hint = Some("claude/1".into());
        event.runtime_hint_source = Some(HintSource::Http);
        insta::assert_json_snapshot!(event);
        let text = serde_json::to_string(&event).unwrap();
        assert_eq!(
            serde_json::from_str::<TelemetryEvent>(&text).unwrap(),
            event
        );
        assert_eq!(event.check(), Ok(()));
    }

    #[test]
    fn members_out_of_range_are_refused() {
        type Change = fn(&mut TelemetryEvent);
        let changes: [Change; 8] = [
            |e| e.operation = String::new(),
            |e| e.operation = "x".repeat(161),
            |e| e.status_code = Some(600),
            |e| e.duration_ms = Some(-1.0),
            |e| e.duration_ms = Some(f64::NAN),
            |e| e.customer_ref = Some("jane@example.test".into()),
            |e| e.session_ref = Some(String::new()),
            |e| e.runtime_hint = Some("x".repeat(201)),
        ];
        for change in changes {
            let mut event = event();
            change(&mut event);
            assert!(event.check().is_err(), "{event:?}");
        }
    }

    #[test]
    fn an_event_is_closed() {
        let text = serde_json::to_string(&event()).unwrap();
        let more = text.replacen('{', r#"{"path":"/orders/7","#, 1);
        assert!(serde_json::from_str::<TelemetryEvent>(&more).is_err());
    }
}
