//! The fixtures of the inbox, through the tool. What is no JSON cannot be an argument.

use std::path::PathBuf;
use std::sync::Arc;

use afp_runtime::mcp::{FeedbackServer, FeedbackTool};
use afp_runtime::store::{FeedbackStore, Intake, MemoryStore};
use serde_json::{Value, json};

use super::session::Session;

async fn session() -> Session {
    let store = MemoryStore::new().unwrap();
    let key = store.key().await.unwrap();
    let tool = FeedbackTool::new(Intake::new(Arc::new(store), &key));
    Session::open(
        FeedbackServer::new(&tool),
        json!({"name": "tests", "version": "1"}),
    )
    .await
}

pub(super) fn fixtures(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/feedback")
        .join(folder);
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    files
        .map(|path| (path.display().to_string(), std::fs::read(&path).unwrap()))
        .collect()
}

#[tokio::test]
async fn every_valid_fixture_is_accepted() {
    let mut session = session().await;
    let mut count = 0;
    for (name, body) in fixtures("valid") {
        let body = body.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(&body);
        let arguments: Value = serde_json::from_slice(body).unwrap();
        let (failed, answer) = session.submit(arguments).await;
        assert!(
            !failed && answer["status"] == "accepted",
            "{name}: {answer}"
        );
        count += 1;
    }
    assert!(count >= 40, "{count}");
}

#[tokio::test]
async fn every_invalid_fixture_is_refused_with_its_code_and_paths() {
    let mut session = session().await;
    let mut count = 0;
    for (name, file) in fixtures("invalid") {
        let fixture: Value = serde_json::from_slice(&file).unwrap();
        let Some(arguments) = arguments(&fixture) else {
            continue;
        };
        let (failed, answer) = session.submit(arguments).await;
        assert!(failed, "{name}: {answer}");
        assert_eq!(answer["error"]["code"], fixture["code"], "{name}");
        let mut paths = paths(&answer["error"]["details"], "path");
        let mut expected = paths_of(&fixture["paths"]);
        paths.sort();
        expected.sort();
        assert_eq!(paths, expected, "{name}");
        count += 1;
    }
    assert!(count >= 70, "{count}");
}

/// The body as arguments: only objects without repeated names are any.
fn arguments(fixture: &Value) -> Option<Value> {
    let body = match fixture.get("raw").and_then(Value::as_str) {
        Some(raw) => serde_json::from_str(raw).ok()?,
        None => fixture.get("body")?.clone(),
    };
    let repeats = fixture["code"] == "invalid_json" && fixture["raw"].is_string();
    (body.is_object() && (!repeats || is_deep(&body))).then_some(body)
}

fn is_deep(value: &Value) -> bool {
    value.to_string().matches('[').count() > 60 || value.to_string().matches('{').count() > 60
}

fn paths(details: &Value, member: &str) -> Vec<String> {
    let details = details.as_array().cloned().unwrap_or_default();
    details
        .iter()
        .map(|detail| detail[member].as_str().unwrap().to_owned())
        .collect()
}

fn paths_of(list: &Value) -> Vec<String> {
    let list = list.as_array().cloned().unwrap_or_default();
    list.iter()
        .map(|path| path.as_str().unwrap().to_owned())
        .collect()
}
