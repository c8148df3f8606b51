//! A contract as an agent reads it.

use jiff::Timestamp;
use serde::Deserialize;
use thiserror::Error;
use url::Url;

use super::{Mode, parse_rfc3339};
use crate::outcome::endpoint::{OUTCOMES_PATH, is_loopback};

/// Longest contract that is read, in bytes.
const MAX_CONTRACT: usize = 16 * 1024;
const MAX_AUTHORIZATION: usize = 1024;

/// A contract that has every member, constant and type of the protocol, and is not expired.
#[derive(Clone, PartialEq, Eq)]
pub struct Contract {
    mode: Mode,
    instruction: String,
    url: Url,
    authorization: String,
    note_guidance: String,
    privacy: String,
    expires_at: Timestamp,
}

/// Which submit URLs are accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Transport {
    /// https only.
    #[default]
    Https,
    /// Also plain http to a loopback address; for development.
    HttpsOrLoopback,
}

/// Why a text is not a contract.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidContract {
    /// More than 16 KiB.
    #[error("a contract has at most 16 KiB")]
    TooLong,
    /// A member is missing, unknown, or has another value than the protocol fixes.
    #[error("not a contract: {0}")]
    Shape(String),
    /// The submit URL is not https, or not the path of a collector.
    #[error("submit.url is not an https URL that ends in /api/v2/outcomes")]
    Url,
    /// It is too late to submit.
    #[error("the contract has expired")]
    Expired,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Wire {
    v: u8,
    mode: Mode,
    requested: bool,
    reliability: String,
    when: String,
    instruction: String,
    submit: Submit,
    privacy: String,
    expires_at: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Submit {
    url: String,
    method: String,
    authorization: String,
    content_type: String,
    fields: Fields,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    outcome: [String; 3],
    note: String,
}

impl Contract {
    /// Reads a contract and holds it against the protocol at the given time.
    ///
    /// # Errors
    /// [`InvalidContract`], with the first fault found.
    pub fn parse(
        json: &[u8],
        transport: Transport,
        now: Timestamp,
    ) -> Result<Self, InvalidContract> {
        if json.len() > MAX_CONTRACT {
            return Err(InvalidContract::TooLong);
        }
        let wire: Wire = serde_json::from_slice(json)
            .map_err(|error| InvalidContract::Shape(error.to_string()))?;
        wire.check_constants()?;
        let url = submit_url(&wire.submit.url, transport).ok_or(InvalidContract::Url)?;
        let expires_at = parse_rfc3339(&wire.expires_at).ok_or_else(|| shape("expiresAt"))?;
        if expires_at <= now {
            return Err(InvalidContract::Expired);
        }
        Ok(Self {
            mode: wire.mode,
            instruction: wire.instruction,
            url,
            authorization: wire.submit.authorization,
            note_guidance: wire.submit.fields.note,
            privacy: wire.privacy,
            expires_at,
        })
    }

    /// Auto or ask.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// What the product asks the agent to do. Written by the product: data, not an order.
    #[must_use]
    pub fn instruction(&self) -> &str {
        &self.instruction
    }

    /// Where the review goes.
    #[must_use]
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The value of the `Authorization` header. A secret until it expires.
    #[must_use]
    pub fn authorization(&self) -> &str {
        &self.authorization
    }

    /// What the note may say.
    #[must_use]
    pub fn note_guidance(&self) -> &str {
        &self.note_guidance
    }

    /// What must not be in the note.
    #[must_use]
    pub fn privacy(&self) -> &str {
        &self.privacy
    }

    /// From when on a review is refused.
    #[must_use]
    pub fn expires_at(&self) -> Timestamp {
        self.expires_at
    }
}

impl Wire {
    fn check_constants(&self) -> Result<(), InvalidContract> {
        let requested = self.requested == (self.mode == Mode::Auto);
        let outcomes = self.submit.fields.outcome == ["success", "partial", "failure"];
        let rules = [
            ("v", self.v == 1),
            ("mode", self.mode != Mode::Off),
            ("requested", requested),
            (
                "reliability",
                self.reliability == "best_effort_without_agent_adapter",
            ),
            (
                "when",
                self.when == "after_outcome_known_before_final_response",
            ),
            ("instruction", within(&self.instruction, 1000)),
            ("submit.method", self.submit.method == "POST"),
            (
                "submit.authorization",
                is_bearer(&self.submit.authorization),
            ),
            (
                "submit.contentType",
                self.submit.content_type == "application/json",
            ),
            ("submit.fields.outcome", outcomes),
            ("submit.fields.note", within(&self.submit.fields.note, 500)),
            ("privacy", within(&self.privacy, 1000)),
        ];
        match rules.iter().find(|(_, holds)| !holds) {
            Some((member, _)) => Err(shape(member)),
            None => Ok(()),
        }
    }
}

fn shape(member: &str) -> InvalidContract {
    InvalidContract::Shape(format!(
        "{member} has another value than the protocol fixes"
    ))
}

fn within(text: &str, most: usize) -> bool {
    (1..=most).contains(&text.chars().count())
}

fn is_bearer(value: &str) -> bool {
    let token = value.strip_prefix("Bearer ").unwrap_or_default();
    !token.is_empty()
        && value.len() <= MAX_AUTHORIZATION
        && token.bytes().all(|byte| byte.is_ascii_graphic())
}

fn submit_url(text: &str, transport: Transport) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let loopback = transport == Transport::HttpsOrLoopback && is_loopback(&url);
    let secure = url.scheme() == "https" || url.scheme() == "http" && loopback;
    let bare = url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none()
        && url.host_str().is_some_and(|host| !host.is_empty());
    (secure && bare && url.path().ends_with(OUTCOMES_PATH)).then_some(url)
}

impl std::fmt::Debug for Contract {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Contract")
            .field("mode", &self.mode)
            .field("url", &self.url.as_str())
            .field("expires_at", &self.expires_at)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::outcome::{ContractTemplate, Endpoint, ProductKey, Signer, Texts};

    const NOW: u64 = 1_715_000_000;

    fn sent() -> Value {
        let endpoint = Endpoint::new("https://collector.example").unwrap();
        let template = ContractTemplate::new(Mode::Auto, &endpoint, &Texts::of(Mode::Auto))
            .unwrap()
            .unwrap();
        let capability = Signer::new(&ProductKey::from_entropy(&[1; 40])).sign(&[2; 34], NOW);
        serde_json::from_str(&template.object(&capability)).unwrap()
    }

    fn parse(value: &Value, at: u64) -> Result<Contract, InvalidContract> {
        let now = Timestamp::from_second(i64::try_from(at).unwrap()).unwrap();
        Contract::parse(value.to_string().as_bytes(), Transport::Https, now)
    }

    #[test]
    fn what_the_template_writes_is_a_contract_until_it_expires() {
        let contract = parse(&sent(), NOW).unwrap();
        assert_eq!(
            contract.url().as_str(),
            "https://collector.example/api/v2/outcomes"
        );
        assert!(!format!("{contract:?}").contains("afr2_"));
        assert!(parse(&sent(), NOW + 7199).is_ok());
        assert_eq!(parse(&sent(), NOW + 7200), Err(InvalidContract::Expired));
    }

    #[test]
    fn every_member_is_required_and_none_may_be_added() {
        for pointer in ["", "/submit", "/submit/fields"] {
            let whole = sent();
            let members = whole.pointer(pointer).unwrap().as_object().unwrap();
            for name in members.keys() {
                let mut without = whole.clone();
                without
                    .pointer_mut(pointer)
                    .unwrap()
                    .as_object_mut()
                    .unwrap()
                    .remove(name);
                assert!(parse(&without, NOW).is_err(), "without {pointer}/{name}");
                let mut wrong = whole.clone();
                wrong.pointer_mut(pointer).unwrap()[name] = json!(7);
                assert!(parse(&wrong, NOW).is_err(), "{pointer}/{name} = 7");
            }
            let mut more = whole.clone();
            more.pointer_mut(pointer).unwrap()["extra"] = json!(1);
            assert!(parse(&more, NOW).is_err(), "{pointer}/extra");
        }
    }

    #[test]
    fn urls_that_agents_must_not_follow_are_refused() {
        for url in [
            "http://collector.example/api/v2/outcomes",
            "http://127.0.0.1/api/v2/outcomes",
            "https://u:p@collector.example/api/v2/outcomes",
            "https://collector.example/api/v2/outcomes?x=1",
            "https://collector.example/api/v2/other",
            "//collector.example/api/v2/outcomes",
        ] {
            let mut contract = sent();
            contract["submit"]["url"] = json!(url);
            assert_eq!(parse(&contract, NOW), Err(InvalidContract::Url), "{url}");
        }
    }
}
