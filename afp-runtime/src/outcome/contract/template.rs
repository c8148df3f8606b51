//! The contract rendered ahead: per response only the token and the expiry are new.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::json;

use super::{InvalidTexts, Mode, Texts, rfc3339};
use crate::outcome::{capability::Capability, endpoint::Endpoint};

const SCRIPT_OPEN: &str = r#"<script id="agent-feedback" type="application/json">"#;
const SCRIPT_CLOSE: &str = "</script>";

/// A contract without its capability.
///
/// Rendering copies three ready pieces around the token and the expiry.
#[derive(Debug, Clone)]
pub struct ContractTemplate {
    json: Pieces,
    html: Pieces,
}

/// The text before the token, between token and expiry, and after.
#[derive(Debug, Clone)]
struct Pieces {
    head: Box<str>,
    middle: Box<str>,
    tail: Box<str>,
}

impl ContractTemplate {
    /// Renders everything that is the same in every response. `None` if the mode is off.
    ///
    /// # Errors
    /// [`InvalidTexts`] if a text is empty or too long.
    pub fn new(
        mode: Mode,
        endpoint: &Endpoint,
        texts: &Texts,
    ) -> Result<Option<Self>, InvalidTexts> {
        texts.check()?;
        let (word, requested) = match mode {
            Mode::Auto => ("auto", true),
            Mode::Ask => ("ask", false),
            Mode::Off => return Ok(None),
        };
        let json = Pieces {
            head: head(word, requested, endpoint, texts).into(),
            middle: middle(texts).into(),
            tail: r#""}"#.into(),
        };
        let html = Pieces {
            head: format!("{SCRIPT_OPEN}{}", safe_in_script(&json.head)).into(),
            middle: safe_in_script(&json.middle).into(),
            tail: format!("{}{SCRIPT_CLOSE}", json.tail).into(),
        };
        Ok(Some(Self { json, html }))
    }

    /// The contract as a JSON object.
    #[must_use]
    pub fn object(&self, capability: &Capability) -> String {
        self.json.fill("", capability)
    }

    /// `"_agentFeedback":{…}`, with a comma before it if it `follows` another member.
    pub(crate) fn member(&self, capability: &Capability, follows: bool) -> String {
        let before = if follows {
            ",\"_agentFeedback\":"
        } else {
            "\"_agentFeedback\":"
        };
        self.json.fill(before, capability)
    }

    /// The contract as a script element: ASCII only, every `<` in it written as an escape.
    pub(crate) fn element(&self, capability: &Capability) -> String {
        self.html.fill("", capability)
    }

    /// The contract as the value of the header `Agent-Feedback`: base64url without padding.
    pub(crate) fn header(&self, capability: &Capability) -> String {
        URL_SAFE_NO_PAD.encode(self.object(capability))
    }
}

impl Pieces {
    fn fill(&self, before: &str, capability: &Capability) -> String {
        let expiry = rfc3339(capability.expires_at());
        [
            before,
            &*self.head,
            capability.token(),
            &*self.middle,
            &*expiry,
            &*self.tail,
        ]
        .concat()
    }
}

fn head(mode: &str, requested: bool, endpoint: &Endpoint, texts: &Texts) -> String {
    let instruction = json!(texts.instruction);
    let url = json!(endpoint.outcomes_url());
    format!(
        r#"{{"v":1,"mode":"{mode}","requested":{requested},"reliability":"best_effort_without_agent_adapter","when":"after_outcome_known_before_final_response","instruction":{instruction},"submit":{{"url":{url},"method":"POST","authorization":"Bearer "#
    )
}

fn middle(texts: &Texts) -> String {
    let note = json!(texts.note);
    let privacy = json!(texts.privacy);
    format!(
        r#"","contentType":"application/json","fields":{{"outcome":["success","partial","failure"],"note":{note}}}}},"privacy":{privacy},"expiresAt":""#
    )
}

/// JSON text that can stand in a script element of any ASCII-compatible page: `<` and everything
/// beyond ASCII become escapes. Both occur inside strings only.
fn safe_in_script(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for character in json.chars() {
        if character.is_ascii() && character != '<' {
            out.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            out.push_str(&format!("\\u{unit:04x}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::outcome::{ProductKey, Signer};

    fn capability() -> Capability {
        Signer::new(&ProductKey::from_entropy(&[1; 40])).sign(&[2; 34], 1_715_000_000)
    }

    fn template(mode: Mode, texts: &Texts) -> ContractTemplate {
        let endpoint = Endpoint::new("https://collector.example").unwrap();
        ContractTemplate::new(mode, &endpoint, texts)
            .unwrap()
            .unwrap()
    }

    #[test]
    fn a_contract_is_the_closed_object_of_the_protocol() {
        let capability = capability();
        let object = template(Mode::Auto, &Texts::of(Mode::Auto)).object(&capability);
        insta::assert_snapshot!(object.replace(capability.token(), "TOKEN"));
    }

    #[test]
    fn ask_does_not_request() {
        let object = template(Mode::Ask, &Texts::of(Mode::Ask)).object(&capability());
        let value: Value = serde_json::from_str(&object).unwrap();
        assert_eq!(
            (&value["mode"], &value["requested"]),
            (&json!("ask"), &json!(false))
        );
    }

    #[test]
    fn an_element_holds_no_markup_and_keeps_every_text() {
        let nasty = "</script><b id=x> <!--<script> \u{2028} $1 $& $name é 😀";
        let texts = Texts::of(Mode::Auto)
            .instruction(nasty)
            .note(nasty)
            .privacy(nasty);
        let element = template(Mode::Auto, &texts).element(&capability());
        assert!(element.is_ascii());
        let inner = element
            .strip_prefix(SCRIPT_OPEN)
            .unwrap()
            .strip_suffix(SCRIPT_CLOSE)
            .unwrap();
        assert!(!inner.contains('<'));
        let value: Value = serde_json::from_str(inner).unwrap();
        assert_eq!(value["instruction"], nasty);
        assert_eq!(value["submit"]["fields"]["note"], nasty);
        assert_eq!(value["privacy"], nasty);
    }

    #[test]
    fn off_is_no_contract_and_texts_have_limits() {
        let endpoint = Endpoint::new("https://collector.example").unwrap();
        let texts = Texts::of(Mode::Off);
        assert!(
            ContractTemplate::new(Mode::Off, &endpoint, &texts)
                .unwrap()
                .is_none()
        );
        for texts in [
            Texts::of(Mode::Auto).instruction(""),
            Texts::of(Mode::Auto).note("x".repeat(501)),
            Texts::of(Mode::Auto).privacy("é".repeat(1001)),
        ] {
            assert!(ContractTemplate::new(Mode::Auto, &endpoint, &texts).is_err());
        }
        let longest = Texts::of(Mode::Auto).privacy("é".repeat(1000));
        assert!(ContractTemplate::new(Mode::Auto, &endpoint, &longest).is_ok());
    }
}
