//! The tool's input as JSON Schema: a submission without `spec_version`, closed.

use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};

use crate::feedback::{FeedbackType, Method, Outcome};

pub(super) fn input() -> JsonObject {
    let mut schema = Map::new();
    schema.insert("type".into(), "object".into());
    schema.insert("properties".into(), properties());
    schema.insert("required".into(), json!(["type", "goal", "message"]));
    schema.insert("additionalProperties".into(), false.into());
    schema
}

fn properties() -> Value {
    json!({
        "type": {
            "type": "string",
            "enum": words(FeedbackType::ALL, FeedbackType::as_str),
            "description": "missing_capability: a filter, endpoint, field or bulk operation is not \
                there. bug: against the service's own documentation. unclear_documentation: you \
                had to guess. unexpected_response: surprising, not strictly a bug. \
                unhelpful_error: the message did not say how to fix the request. performance: \
                latency, limits, paging. other: none of these.",
        },
        "goal": text(1, 1000, "What the user wants to achieve, in the user's words; not the call."),
        "message": text(1, 4000, "The specific obstacle: what you tried and what happened."),
        "endpoint": text(1, 512, "Path template or tool name, such as /orders/{id}."),
        "method": {
            "type": "string",
            "enum": words(Method::ALL, Method::as_str),
            "description": "The HTTP method, when the endpoint is a path.",
        },
        "outcome": {
            "type": "string",
            "enum": words(Outcome::ALL, Outcome::as_str),
            "description": "How the task ended: blocked, degraded (worse or slower) or completed.",
        },
        "workaround": { "type": "boolean", "description": "Whether you found a way around it." },
        "workaround_description": text(0, 2000, "What you did instead."),
        "expected": text(0, 2000, "What you expected to find or to happen."),
        "suggestion": text(0, 2000, "The concrete change that would have helped; worth the most."),
        "request_id": text(0, 256, "The service's id of the call it is about."),
        "session_id": text(0, 256, "One value of your choice for all reports of one task."),
        "agent": agent(),
        "evidence": evidence(),
        "metadata": { "type": "object", "description": "Anything else, without secrets." },
    })
}

fn agent() -> Value {
    json!({
        "type": "object",
        "description": "Who you are; give name and model.",
        "additionalProperties": false,
        "properties": {
            "name": text(0, 128, "The agent or product that you run as."),
            "version": text(0, 64, "Its version."),
            "model": text(0, 128, "The model that you are."),
            "framework": text(0, 128, "The framework that you run in."),
        },
    })
}

fn evidence() -> Value {
    json!({
        "type": "object",
        "description": "What shows it, without secrets or personal data.",
        "additionalProperties": false,
        "properties": {
            "status_code": {
                "type": "integer",
                "minimum": 100,
                "maximum": 599,
                "description": "The HTTP status of the answer.",
            },
            "request": { "type": "object", "description": "The parameters that were sent." },
            "response_excerpt": text(0, 4000, "The part of the answer that matters."),
        },
    })
}

fn text(min: u32, max: u32, description: &str) -> Value {
    let mut schema = json!({ "type": "string", "maxLength": max, "description": description });
    if min > 0 {
        schema["minLength"] = min.into();
    }
    schema
}

fn words<T: Copy>(all: &[T], word: fn(T) -> &'static str) -> Value {
    all.iter().map(|&value| Value::from(word(value))).collect()
}
