//! The tool on a server.

use std::sync::Arc;

use afp_runtime::feedback::{GUIDANCE, KnownIssues, Record, SHORT_GUIDANCE};
use afp_runtime::mcp::{FeedbackServer, FeedbackTool};
use afp_runtime::store::{
    Entry, FeedbackStore, Intake, IssueTable, MemoryStore, Page, Query, Receipt, StoreError,
    StoreFuture, Summary,
};
use serde_json::{Value, json};

use super::session::Session;

async fn open(store: Arc<dyn FeedbackStore>) -> Session {
    let key = store.key().await.unwrap();
    let table = r#"[{"match":{"words":["refund"]},
        "issue":{"id":"ORD-12","title":"Refunds fail","status":"planned","workaround":"w"}}]"#;
    let issues = IssueTable::default();
    issues.replace(KnownIssues::from_json(table).unwrap());
    let intake = Intake::new(store, &key)
        .service(Some("orders".into()))
        .issues(issues);
    let tool = FeedbackTool::new(intake).account("acct_7");
    Session::open(
        FeedbackServer::new(&tool),
        json!({"name": "Acme Desk", "version": "2.1"}),
    )
    .await
}

fn memory() -> Arc<dyn FeedbackStore> {
    Arc::new(MemoryStore::new().unwrap())
}

fn report() -> Value {
    json!({"type": "bug", "goal": "g", "message": "m", "session_id": "s"})
}

#[tokio::test]
async fn the_tool_is_listed_with_guidance_schema_and_annotations() {
    let mut session = open(memory()).await;
    assert_eq!(session.server["instructions"], GUIDANCE);
    let tools = session.ask("tools/list", json!({})).await["result"]["tools"].clone();
    assert_eq!(tools.as_array().unwrap().len(), 1);
    let tool = &tools[0];
    assert_eq!(tool["description"], SHORT_GUIDANCE);
    assert_eq!(
        tool["annotations"],
        json!({"title": "Submit feedback", "readOnlyHint": false, "destructiveHint": false,
            "idempotentHint": true, "openWorldHint": false})
    );
    assert_eq!(tool.get("outputSchema"), None);
    insta::assert_json_snapshot!("input_schema", tool["inputSchema"]);
}

#[tokio::test]
async fn a_call_is_kept_as_a_record_of_its_own_source() {
    let store = memory();
    let mut session = open(store.clone()).await;
    let (failed, first) = session.submit(report()).await;
    assert!(!failed && first["status"] == "accepted", "{first}");
    let (_, again) = session.submit(report()).await;
    assert_eq!(
        again, first,
        "the same report in one session is a duplicate"
    );
    let records = store.list(Query::default()).await.unwrap().records;
    assert_eq!(records.len(), 1);
    let record: Value = serde_json::from_str(&records[0].to_json()).unwrap();
    assert_eq!(record["id"], first["id"]);
    assert_eq!(
        (&record["source"], &record["account"], &record["service"]),
        (&json!("mcp"), &json!("acct_7"), &json!("orders"))
    );
    assert_eq!(
        record["feedback"]["agent"],
        json!({"name": "Acme Desk", "version": "2.1"})
    );
}

#[tokio::test]
async fn secrets_are_taken_out_and_known_issues_come_back() {
    let store = memory();
    let mut session = open(store.clone()).await;
    let mut secret = report();
    secret["message"] = "refund failed with Authorization: Bearer abcdef0123456789abcdef".into();
    secret["agent"] = json!({"name": "own"});
    let (_, answer) = session.submit(secret).await;
    assert_eq!(answer["known_issue"]["id"], "ORD-12");
    let records = store.list(Query::default()).await.unwrap().records;
    let json = &records[0].feedback.json;
    assert!(
        !json.contains("abcdef0123456789") && json.contains(r#"{"name":"own"}"#),
        "{json}"
    );
}

#[tokio::test]
async fn bad_input_is_a_result_and_an_unknown_tool_an_error() {
    let mut session = open(memory()).await;
    let (failed, error) = session.submit(json!({"type": "bug", "message": "m"})).await;
    assert!(failed);
    assert_eq!(error["error"]["code"], "invalid_feedback");
    assert_eq!(error["error"]["details"][0]["path"], "goal");
    let (failed, error) = session
        .submit(json!({"type": "bug", "goal": "g", "message": "m",
        "metadata": {"x": "y".repeat(17_000)}}))
        .await;
    assert!(
        failed && error["error"]["code"] == "payload_too_large",
        "{error}"
    );
    let unknown = session
        .ask("tools/call", json!({"name": "no_such_tool"}))
        .await;
    assert_eq!(unknown["error"]["code"], -32602);
    let without = session
        .ask("tools/call", json!({"name": "submit_feedback"}))
        .await;
    assert_eq!(without["result"]["isError"], true);
}

#[derive(Debug)]
struct Full;

impl FeedbackStore for Full {
    fn key(&self) -> StoreFuture<'_, [u8; 32]> {
        Box::pin(async { Ok([0; 32]) })
    }

    fn insert(&self, _: Vec<Entry>) -> StoreFuture<'_, Vec<Receipt>> {
        Box::pin(async {
            Err(StoreError::because(
                "could not be written",
                "the disk /var/x is full",
            ))
        })
    }

    fn find(&self, _: String) -> StoreFuture<'_, Option<Record>> {
        Box::pin(async { Err(StoreError::new("is full")) })
    }

    fn list(&self, _: Query) -> StoreFuture<'_, Page> {
        Box::pin(async { Err(StoreError::new("is full")) })
    }

    fn summary(&self) -> StoreFuture<'_, Summary> {
        Box::pin(async { Err(StoreError::new("is full")) })
    }
}

#[tokio::test]
async fn a_store_that_refuses_is_unavailable() {
    let mut session = open(Arc::new(Full)).await;
    let (failed, error) = session.submit(report()).await;
    assert!(failed);
    assert_eq!(error["error"]["code"], "unavailable");
    assert!(!error.to_string().contains("/var/x"));
}
