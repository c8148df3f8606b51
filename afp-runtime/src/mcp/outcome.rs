//! The outcome contract over MCP: decorated tool results, and the tool that takes reviews.

mod decorate;
mod report;

pub use self::decorate::Caller;

use std::{fmt, sync::Arc};

use rmcp::model::{CallToolResult, JsonObject, Tool};

use crate::{
    delivery::{ReviewRelay, TelemetryQueue},
    outcome::{
        Endpoint, InvalidTexts, Mode, ProductKey, SWITCH, Signer, SigningKey, Texts,
        ToolContractTemplate, is_switched_off,
    },
};

/// Asks agents over MCP how it went.
///
/// Pass each successful result through [`decorate`](Self::decorate), list
/// [`report_tool`](Self::report_tool) among the tools, and let [`report`](Self::report) answer its
/// calls. Clones share the telemetry queue. With `AGENT_FEEDBACK_ENABLED=false` in the environment,
/// when it is made, results stay as they are.
///
/// ```
/// use afp_runtime::{
///     mcp::{Caller, OutcomeTools},
///     outcome::{Endpoint, Mode, ProductKey},
/// };
/// use rmcp::model::{CallToolResult, Tool};
///
/// let key: ProductKey =
///     "af_live_0123456789abcdef0123456789abcdef_a-secret-of-20-characters".parse()?;
/// let outcomes = OutcomeTools::new(&key, &Endpoint::new("https://collector.example")?);
/// let tool = Tool::new("find_order", "Finds an order.", serde_json::Map::new());
/// let result = CallToolResult::success(vec![]);
/// let result = outcomes.decorate(&tool, result, &Caller::default());
/// assert_eq!(
///     result.structured_content.unwrap()["_agentFeedback"]["reportTool"],
///     "report_product_outcome",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
#[derive(Clone)]
pub struct OutcomeTools {
    enabled: bool,
    template: Option<ToolContractTemplate>,
    signer: Signer,
    key_id: String,
    key: SigningKey,
    telemetry: TelemetryQueue,
    relay: Arc<ReviewRelay>,
}

impl OutcomeTools {
    /// A contract in mode auto for a product and its collector.
    pub fn new(key: &ProductKey, endpoint: &Endpoint) -> Self {
        Self {
            enabled: !is_switched_off(std::env::var(SWITCH).ok().as_deref()),
            template: template(Mode::Auto),
            signer: Signer::new(key),
            key_id: key.id().to_owned(),
            key: key.into(),
            telemetry: TelemetryQueue::new(key, endpoint),
            relay: Arc::new(ReviewRelay::new(endpoint)),
        }
    }

    /// Auto, ask or off, with the texts of this library.
    pub fn mode(mut self, mode: Mode) -> Self {
        self.template = template(mode);
        self
    }

    /// A mode with texts of the application's own.
    ///
    /// # Errors
    /// [`InvalidTexts`] if a text is empty or too long.
    pub fn texts(mut self, mode: Mode, texts: Texts) -> Result<Self, InvalidTexts> {
        self.template = ToolContractTemplate::new(mode, texts)?;
        Ok(self)
    }

    /// The queue of telemetry, for its counters and its shutdown.
    #[must_use]
    pub fn telemetry(&self) -> &TelemetryQueue {
        &self.telemetry
    }

    /// A result with a contract, if it is a success.
    ///
    /// The contract becomes the member `_agentFeedback` of `structuredContent`. Where that would
    /// not fit (a tool with an output schema that may refuse further members, content that is no
    /// object) it becomes a text block. An error, a result that has a contract, and the report
    /// tool's own results stay as they are.
    #[must_use]
    pub fn decorate(&self, tool: &Tool, result: CallToolResult, caller: &Caller) -> CallToolResult {
        decorate::decorate(self, tool, result, caller)
    }

    /// The tool `report_product_outcome`, for the list of tools.
    #[must_use]
    pub fn report_tool() -> Tool {
        report::tool()
    }

    /// Answers a call of the report tool: the review is passed on to the collector. What is wrong
    /// with it is a result with `isError` and a text block of JSON.
    pub async fn report(&self, arguments: Option<JsonObject>) -> CallToolResult {
        report::report(self, arguments).await
    }
}

fn template(mode: Mode) -> Option<ToolContractTemplate> {
    // The library's own texts are within the limits.
    ToolContractTemplate::new(mode, Texts::of_tools(mode)).unwrap_or_default()
}

impl fmt::Debug for OutcomeTools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OutcomeTools")
            .field("key_id", &self.key_id)
            .finish_non_exhaustive()
    }
}
