//! The contract in the result of an MCP tool (protocol 3 §7).

use serde_json::{Value, json};

use super::{InvalidTexts, Mode, Texts, rfc3339};
use crate::outcome::capability::Capability;

/// Name of the tool that takes reviews over MCP.
pub const REPORT_TOOL: &str = "report_product_outcome";

/// A contract for tool results, without its capability.
#[derive(Debug, Clone)]
pub struct ToolContractTemplate {
    required: bool,
    texts: Texts,
}

impl ToolContractTemplate {
    /// A contract with these texts. `None` if the mode is off.
    ///
    /// # Errors
    /// [`InvalidTexts`] if a text is empty or too long.
    pub fn new(mode: Mode, texts: Texts) -> Result<Option<Self>, InvalidTexts> {
        texts.check()?;
        let template = Self {
            required: mode == Mode::Auto,
            texts,
        };
        Ok((mode != Mode::Off).then_some(template))
    }

    /// The contract object.
    #[must_use]
    pub fn object(&self, capability: &Capability) -> Value {
        json!({
            "v": 1,
            "required": self.required,
            "reliability": "protocol_tool",
            "when": "after_outcome_known_before_final_response",
            "instruction": self.texts.instruction,
            "reportTool": REPORT_TOOL,
            "feedbackHandle": capability.token(),
            "fields": {
                "outcome": ["success", "partial", "failure"],
                "note": self.texts.note,
            },
            "privacy": self.texts.privacy,
            "expiresAt": rfc3339(capability.expires_at()),
        })
    }
}
