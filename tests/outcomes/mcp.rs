//! Over MCP: results ask, and the tool passes reviews on.

use std::{sync::Arc, time::Duration};

use afp_runtime::{
    http::outcome::OutcomeCollector,
    mcp::{Caller, OutcomeTools},
    outcome::{Endpoint, Mode, Outcome, ProductKey, Signer},
    store::{MemoryOutcomes, OutcomeStore},
};
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool};
use serde_json::{Value, json};

use super::{
    support::{DEAD_ENDPOINT, Served, serve},
    tokens::key,
};

pub(super) fn tools() -> OutcomeTools {
    OutcomeTools::new(&key(), &Endpoint::development(DEAD_ENDPOINT).unwrap())
}

fn object(value: Value) -> JsonObject {
    value.as_object().unwrap().clone()
}

fn tool(schema: Option<Value>) -> Tool {
    let mut tool = Tool::new("find_order", "Finds an order.", JsonObject::new());
    tool.output_schema = schema.map(|schema| Arc::new(object(schema)));
    tool
}

fn structured(value: Value) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(value.to_string())]);
    result.structured_content = Some(value);
    result
}

fn decorated(tool: &Tool, result: CallToolResult) -> CallToolResult {
    tools().decorate(tool, result, &Caller::default())
}

/// The text of a result's last block, as JSON.
fn last_text(result: &CallToolResult) -> Value {
    let block = serde_json::to_value(result.content.last().unwrap()).unwrap();
    serde_json::from_str(block["text"].as_str().unwrap()).unwrap()
}

#[tokio::test]
async fn a_result_has_the_contract_of_the_protocol() {
    let result = decorated(&tool(None), structured(json!({ "total": 7 })));
    let mut content = result.structured_content.unwrap();
    assert_eq!(content["total"], 7);
    let contract = &mut content["_agentFeedback"];
    let handle = contract["feedbackHandle"].as_str().unwrap();
    assert!(handle.starts_with("afr2_") && handle.len() == 236);
    contract["feedbackHandle"] = json!("HANDLE");
    contract["expiresAt"] = json!("TIME");
    insta::assert_json_snapshot!(contract);
}

#[tokio::test]
async fn a_contract_stands_where_it_fits() {
    let open = json!({ "type": "object", "properties": { "total": {} } });
    let in_content = |result: &CallToolResult| {
        result
            .structured_content
            .as_ref()
            .is_some_and(|c| c.get("_agentFeedback").is_some())
    };
    let bare = decorated(
        &tool(None),
        CallToolResult::success(vec![ContentBlock::text("7")]),
    );
    assert!(in_content(&bare) && bare.content.len() == 1);
    assert!(in_content(&decorated(
        &tool(Some(open)),
        structured(json!({ "total": 7 }))
    )));
    for (schema, content) in [
        (
            Some(json!({ "type": "object", "additionalProperties": false })),
            json!({ "total": 7 }),
        ),
        (
            Some(json!({ "allOf": [{ "unevaluatedProperties": false }] })),
            json!({ "total": 7 }),
        ),
        (
            Some(json!({ "type": "object", "maxProperties": 1 })),
            json!({ "total": 7 }),
        ),
        (None, json!([7])),
        (None, json!(null)),
    ] {
        let result = decorated(&tool(schema), structured(content.clone()));
        assert_eq!(result.structured_content, Some(content));
        assert!(last_text(&result)["_agentFeedback"]["feedbackHandle"].is_string());
    }
}

#[tokio::test]
async fn errors_and_contracts_stay_as_they_are() {
    let error = CallToolResult::error(vec![ContentBlock::text("no")]);
    assert_eq!(decorated(&tool(None), error.clone()), error);
    let contracted = structured(json!({ "_agentFeedback": 1 }));
    assert_eq!(decorated(&tool(None), contracted.clone()), contracted);
    let result = structured(json!({}));
    assert_eq!(
        decorated(&OutcomeTools::report_tool(), result.clone()),
        result
    );
    let off = tools().mode(Mode::Off);
    assert_eq!(
        off.decorate(&tool(None), result.clone(), &Caller::default()),
        result
    );
}

#[test]
fn the_report_tool_is_closed_and_safe() {
    insta::assert_json_snapshot!(OutcomeTools::report_tool());
}

async fn world() -> (Arc<MemoryOutcomes>, Served, OutcomeTools) {
    let store = Arc::new(MemoryOutcomes::new());
    store.add_product_key("orders", &key(), None).await.unwrap();
    let placeholder = Endpoint::new("https://collector.example").unwrap();
    let served = serve(OutcomeCollector::new(store.clone(), &placeholder).router()).await;
    let endpoint = Endpoint::development(&format!("http://{}", served.address)).unwrap();
    let tools = OutcomeTools::new(&key(), &endpoint);
    (store, served, tools)
}

#[tokio::test]
async fn a_review_over_mcp_reaches_the_collector_with_its_telemetry() {
    let (store, _served, tools) = world().await;
    let caller = Caller {
        session: Some("s-1".to_owned()),
        runtime: Some("agent 1.0".to_owned()),
    };
    let result = tools.decorate(&tool(None), structured(json!({})), &caller);
    let handle = result.structured_content.unwrap()["_agentFeedback"]["feedbackHandle"].clone();
    let arguments = |note: &str| {
        Some(object(
            json!({ "feedbackHandle": handle, "outcome": "failure", "note": note }),
        ))
    };
    let first = tools.report(arguments("no such order")).await;
    assert_eq!(first.is_error, Some(false), "{first:?}");
    assert_eq!(last_text(&first)["review"]["note"], "no such order");
    assert_eq!(
        last_text(&tools.report(arguments("another note")).await),
        last_text(&first)
    );
    tools.telemetry().shutdown(Duration::from_secs(5)).await;
    let record = store.latest_reviews(10).await.unwrap().remove(0);
    assert_eq!(record.review.outcome, Outcome::Failure);
    let event = serde_json::to_value(record.event.unwrap()).unwrap();
    for (member, value) in [
        ("surface", "mcp"),
        ("operation", "find_order"),
        ("classification", "confirmed"),
        ("confirmationMethod", "mcp"),
        ("sessionRef", "s-1"),
        ("sessionSource", "mcp"),
        ("runtimeHint", "agent 1.0"),
        ("runtimeHintSource", "mcp"),
    ] {
        assert_eq!(event[member], value, "{member}");
    }
}

#[tokio::test]
async fn what_is_wrong_with_a_report_is_a_tool_error() {
    let (store, _served, tools) = world().await;
    let now = super::tokens::now();
    let good = Signer::new(&key()).sign(&[1; 34], now).token().to_owned();
    let other = Signer::new(&ProductKey::from_entropy(&[9; 40])).sign(&[1; 34], now);
    let report = |handle: &str, outcome: &str, note: &str| {
        object(json!({ "feedbackHandle": handle, "outcome": outcome, "note": note }))
    };
    let mut more = report(&good, "success", "long enough");
    more.insert("mood".to_owned(), json!(1));
    for (arguments, code) in [
        (None, "invalid_arguments"),
        (Some(more), "invalid_arguments"),
        (
            Some(report(&good, "great", "long enough")),
            "invalid_arguments",
        ),
        (
            Some(report("x", "success", "long enough")),
            "invalid_capability",
        ),
        (
            Some(report(other.token(), "success", "long enough")),
            "invalid_capability",
        ),
        (Some(report(&good, "success", "short")), "invalid_review"),
        (
            Some(report(&good, "success", "used Bearer AAAA+BBBB/CCCC==")),
            "invalid_review",
        ),
    ] {
        let result = tools.report(arguments).await;
        assert_eq!(result.is_error, Some(true));
        assert_eq!(last_text(&result)["error"]["code"], code);
        assert_eq!(result.structured_content, None);
    }
    store.set_collecting("orders", false).await.unwrap();
    let result = tools
        .report(Some(report(&good, "success", "long enough")))
        .await;
    assert_eq!(last_text(&result)["error"]["code"], "refused");
    let dead = OutcomeTools::new(&key(), &Endpoint::development(DEAD_ENDPOINT).unwrap());
    let result = dead
        .report(Some(report(&good, "success", "long enough")))
        .await;
    assert_eq!(last_text(&result)["error"]["code"], "unavailable");
}
