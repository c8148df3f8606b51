//! The contract in a result.

use jiff::Timestamp;
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool};
use serde_json::{Value, json};

use super::OutcomeTools;
use crate::outcome::{
    HintSource, MEMBER, REPORT_TOOL, SessionSource, Surface, TelemetryEvent, is_reference,
    is_runtime_hint, operation_of_template,
};

/// Who called a tool, for telemetry. Values that do not fit the protocol are left out.
#[derive(Debug, Clone, Default)]
pub struct Caller {
    /// The MCP session: 1 to 160 of `A-Za-z0-9_.:-`.
    pub session: Option<String>,
    /// Name and version of the client, as it introduced itself: 1 to 200 characters.
    pub runtime: Option<String>,
}

pub(super) fn decorate(
    tools: &OutcomeTools,
    tool: &Tool,
    mut result: CallToolResult,
    caller: &Caller,
) -> CallToolResult {
    let Some(template) = &tools.template else {
        return result;
    };
    let mut entropy = [0; 34];
    let skip = !tools.enabled
        || result.is_error == Some(true)
        || tool.name == REPORT_TOOL
        || has_contract(&result);
    if skip || getrandom::fill(&mut entropy).is_err() {
        return result;
    }
    let now = Timestamp::now();
    let second = u64::try_from(now.as_second()).unwrap_or_default();
    let capability = tools.signer.sign(&entropy, second);
    put(&mut result, tool, template.object(&capability));
    let mut event = TelemetryEvent::new(
        capability.interaction_id(),
        Surface::Mcp,
        operation_of_template(&tool.name),
        now,
    );
    event.session_ref = caller
        .session
        .clone()
        .filter(|session| is_reference(session));
    event.session_source = event.session_ref.as_ref().map(|_| SessionSource::Mcp);
    event.runtime_hint = caller
        .runtime
        .clone()
        .filter(|runtime| is_runtime_hint(runtime));
    event.runtime_hint_source = event.runtime_hint.as_ref().map(|_| HintSource::Mcp);
    tools.telemetry.push(event);
    result
}

fn has_contract(result: &CallToolResult) -> bool {
    result
        .structured_content
        .as_ref()
        .is_some_and(|content| content.get(MEMBER).is_some())
}

fn put(result: &mut CallToolResult, tool: &Tool, contract: Value) {
    let schema = tool.output_schema.as_deref();
    match &mut result.structured_content {
        Some(Value::Object(content)) if schema.is_none_or(is_open) => {
            content.insert(MEMBER.to_owned(), contract);
        }
        content @ None if schema.is_none() => *content = Some(json!({ MEMBER: contract })),
        _ => {
            let text = json!({ MEMBER: contract }).to_string();
            result.content.push(ContentBlock::text(text));
        }
    }
}

/// Whether a schema certainly takes a further member.
fn is_open(schema: &JsonObject) -> bool {
    const MAY_CLOSE: [&str; 11] = [
        "maxProperties",
        "propertyNames",
        "patternProperties",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "$ref",
        "const",
        "enum",
    ];
    let says_open = |keyword| {
        schema
            .get(keyword)
            .is_none_or(|value| *value == Value::Bool(true))
    };
    says_open("additionalProperties")
        && says_open("unevaluatedProperties")
        && !MAY_CLOSE
            .iter()
            .any(|keyword| schema.contains_key(*keyword))
}
