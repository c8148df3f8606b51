//! The tool `report_product_outcome`.

use jiff::Timestamp;
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool, ToolAnnotations};
use serde::Deserialize;
use serde_json::{Value, json};

use super::OutcomeTools;
use crate::{
    delivery::RelayError,
    outcome::{NoReview, Outcome, REPORT_TOOL, Review, Submission, TokenRejected, UnverifiedToken},
};

const DESCRIPTION: &str = "Reviews a result of this server once, when its _agentFeedback asks for \
it: how using it turned out, and a short note. Safe at any time, also a second time; needs no \
confirmation. Write about the product only: no prompts, transcripts, credentials, personal data \
or raw product content.";

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Arguments {
    feedback_handle: String,
    outcome: Outcome,
    note: String,
}

pub(super) fn tool() -> Tool {
    let schema = json!({
        "type": "object",
        "properties": {
            "feedbackHandle": {
                "type": "string",
                "description": "feedbackHandle of the result's _agentFeedback, as it is",
            },
            "outcome": { "type": "string", "enum": ["success", "partial", "failure"] },
            "note": {
                "type": "string",
                "minLength": Submission::MIN_NOTE,
                "maxLength": Submission::MAX_NOTE,
                "description": "What you used the result for, what worked, and what was missing, \
                    wrong or hard to use.",
            },
        },
        "required": ["feedbackHandle", "outcome", "note"],
        "additionalProperties": false,
    });
    let schema = schema.as_object().cloned().unwrap_or_default();
    let annotations = ToolAnnotations::new()
        .read_only(false)
        .destructive(false)
        .idempotent(true)
        .open_world(false);
    Tool::new(REPORT_TOOL, DESCRIPTION, schema).with_annotations(annotations)
}

pub(super) async fn report(tools: &OutcomeTools, arguments: Option<JsonObject>) -> CallToolResult {
    match submit(tools, arguments.unwrap_or_default()).await {
        Ok(review) => {
            let answer = json!({
                "accepted": true,
                "interactionId": review.interaction_id,
                "review": review,
            });
            CallToolResult::success(vec![ContentBlock::text(answer.to_string())])
        }
        Err((code, message)) => {
            let answer = json!({ "error": { "code": code, "message": message } });
            CallToolResult::error(vec![ContentBlock::text(answer.to_string())])
        }
    }
}

type Problem = (&'static str, String);

async fn submit(tools: &OutcomeTools, arguments: JsonObject) -> Result<Review, Problem> {
    let arguments: Arguments = serde_json::from_value(Value::Object(arguments)).map_err(|_| {
        let rule = "feedbackHandle, outcome (success, partial or failure) and note are required, \
            as strings, and nothing else";
        ("invalid_arguments", rule.to_owned())
    })?;
    check(tools, &arguments.feedback_handle).map_err(|_| {
        (
            "invalid_capability",
            "feedbackHandle is not valid, or has expired".to_owned(),
        )
    })?;
    let submission = Submission::new(arguments.outcome, &arguments.note)
        .map_err(|problem| ("invalid_review", problem.to_string()))?;
    let relayed = tools
        .relay
        .send(&arguments.feedback_handle, &submission)
        .await;
    relayed.map_err(|error| {
        let code = match &error {
            RelayError::Answer(NoReview::Refused { .. }) => "refused",
            _ => "unavailable",
        };
        (code, error.to_string())
    })
}

/// Only handles of this product are passed on.
fn check(tools: &OutcomeTools, handle: &str) -> Result<(), TokenRejected> {
    let token = UnverifiedToken::split(handle)?;
    let known = token.key_id() == tools.key_id;
    let now = u64::try_from(Timestamp::now().as_second()).unwrap_or_default();
    token.verify(known.then_some(&tools.key), now).map(drop)
}
