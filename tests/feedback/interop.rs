//! The PyPI package `backloop-sdk` as client, where an interpreter has it: `AFP_PYTHON`, or
//! else `python3`.

use std::process::Output;

use afp_runtime::feedback::Record;
use afp_runtime::http::{Auth, Inbox};
use axum::http::request::Parts;

use super::exchange::Service;

fn account(request: &Parts) -> Option<String> {
    (request.headers.get("authorization")? == "Bearer demo-key").then(|| "demo".to_owned())
}

async fn python(arguments: &[&str]) -> Option<Output> {
    let python = std::env::var("AFP_PYTHON").unwrap_or_else(|_| "python3".into());
    let output = tokio::process::Command::new(python)
        .args(arguments)
        .output()
        .await;
    output.ok()
}

#[track_caller]
fn succeeded(output: &Output) {
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    print!("{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_python_sdk_is_understood() {
    let found = python(&["-c", "import backloop"]).await;
    if !found.is_some_and(|output| output.status.success()) {
        println!("skipped: no interpreter has backloop-sdk (AFP_PYTHON)");
        return;
    }
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port");
    let base = format!("http://{}", listener.local_addr().expect("an address"));
    let inbox = Inbox::memory()
        .base_url(&base)
        .without_rate_limit()
        .service("orders");
    let service = Service::new(inbox.auth(Auth::optional(account)));
    let router = service.router.clone();
    let server = tokio::spawn(async move { axum::serve(listener, router).await });
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/interop/backloop_client.py");
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/feedback");
    succeeded(
        &python(&[script, &base, fixtures])
            .await
            .expect("python runs"),
    );

    let records = service.records().await;
    assert!(records.len() > 25, "only {}", records.len());
    let lines: Vec<String> = records.iter().map(Record::to_json).collect();
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), lines.join("\n")).expect("written");
    let path = file.path().to_str().expect("a path");
    succeeded(
        &python(&[script, "--records", path])
            .await
            .expect("python runs"),
    );
    server.abort();
}
