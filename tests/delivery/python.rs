//! Python programs as the other side, where `AFP_PYTHON` names a Python with the packages of
//! `requirements.txt`.

use std::io::{BufRead, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use afp_runtime::agent::{FeedbackClient, FeedbackFailure, Report};
use afp_runtime::feedback::{FeedbackType, Source, Submission};
use afp_runtime::http::Collector;
use afp_runtime::store::{Intake, MemoryStore, Query, Sender};
use axum::Router;
use serde_json::{Value, json};

use super::loopback::{Fake, Loopback, Mood, soon};
use super::records::Service;

/// The interpreter, or a printed reason to skip.
pub(crate) fn python() -> Option<PathBuf> {
    let python = std::env::var_os("AFP_PYTHON").map(PathBuf::from);
    if python.is_none() {
        println!("skipped: AFP_PYTHON names no Python with tests/requirements.txt");
    }
    python
}

pub(crate) fn script(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("python")
        .join(name)
}

/// A Python server that prints its URL first; stopped when dropped.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start(python: &PathBuf, name: &str) -> Self {
        let mut child = Command::new(python)
            .arg(script(name))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut url = String::new();
        let stdout = child.stdout.take().unwrap();
        BufReader::new(stdout).read_line(&mut url).unwrap();
        let url = url.trim().to_owned();
        Self { child, url }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn our_client_and_the_handler_of_the_python_sdk_agree() {
    let Some(python) = python() else {
        return;
    };
    let server = Server::start(&python, "sdk_service.py");
    let client = FeedbackClient::builder(&server.url)
        .bearer("demo-key")
        .build()
        .unwrap();
    let report = |goal: &str| Report::new(FeedbackType::Bug, goal, "It answered 500.");
    let receipt = client.submit(report("one")).await.unwrap();
    assert!(receipt.id.starts_with("fb_"));
    assert_eq!(receipt.known_issue.unwrap().id, "ORD-12");
    let full = report("two")
        .endpoint("/orders/{id}")
        .workaround("w")
        .suggestion("s")
        .request_id("r")
        .member(
            "evidence",
            json!({"status_code": 500, "request": {"a": null}}),
        )
        .member("metadata", json!({"n": 1.5}));
    client.submit(full).await.unwrap();
    let failure = client
        .submit(report("a goal that the store refuses"))
        .await
        .unwrap_err();
    let expected = matches!(&failure, FeedbackFailure::Refused { status: 503, code, .. } if code.as_deref() == Some("unavailable"));
    assert!(expected, "{failure}");
}

#[tokio::test]
async fn what_the_python_sdk_forwards_is_taken() {
    let Some(python) = python() else {
        return;
    };
    let store = Arc::new(MemoryStore::new().unwrap());
    let collector = Collector::new(store.clone()).await.unwrap();
    let app = Router::new().nest(
        "/collector",
        collector.ingest_key("k").admin_key("k").router(),
    );
    let server = Loopback::serve(app).await;
    let url = format!("{}/collector", server.url);
    let run = move || {
        Command::new(python)
            .arg(script("sdk_forward.py"))
            .arg(url)
            .output()
            .unwrap()
    };
    let output = tokio::task::spawn_blocking(run).await.unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let store: Arc<dyn afp_runtime::store::FeedbackStore> = store;
    assert_eq!(store.list(Query::default()).await.unwrap().records.len(), 2);
}

#[tokio::test]
async fn every_record_that_is_sent_keeps_the_schema_that_the_sdk_ships() {
    let Some(python) = python() else {
        return;
    };
    let (fake, server) = Fake::start(Mood::Accept).await;
    let service = Service::start(&server.url).await;
    let key = service.store.key().await.unwrap();
    let intake = Intake::new(Arc::clone(&service.store), &key).service(Some("orders".into()));
    let mut count = 0;
    for body in valid_fixtures() {
        let submission = Submission::read(&body).unwrap();
        let sender = Sender {
            account: (count % 2 == 0).then_some("acct_1"),
            source: Source::ALL[count % Source::ALL.len()],
            user_agent: Some("acme-agent/2.1"),
        };
        intake.submit(submission, sender).await.unwrap();
        count += 1;
    }
    soon(|| async { fake.records().len() == count }).await;
    let mut checker = Command::new(python)
        .arg(script("check_records.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let records = serde_json::to_vec(&fake.records()).unwrap();
    checker.stdin.take().unwrap().write_all(&records).unwrap();
    let output = checker.wait_with_output().unwrap();
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(said, json!({"checked": count, "problems": []}));
}

fn valid_fixtures() -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/feedback/valid");
    let files = std::fs::read_dir(folder).unwrap();
    files
        .map(|file| std::fs::read(file.unwrap().path()).unwrap())
        .collect()
}
