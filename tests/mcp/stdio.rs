//! The server on stdin and stdout.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::delivery::python::{python, script};
use crate::service::binary;

#[test]
fn stdout_carries_json_rpc_and_stderr_the_logs() {
    let mut server = Command::new(binary("mcp"))
        .env("RUST_LOG", "debug")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let client = json!({"name": "tests", "version": "1"});
    let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    let bad = json!({"name": "submit_feedback", "arguments": {"type": "bug"}});
    let good = json!({"name": "submit_feedback",
        "arguments": {"type": "bug", "goal": "line\nfeed", "message": "\u{1B}[31m"}});
    let mut stdin = server.stdin.take().unwrap();
    for message in [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}),
        json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": bad}),
        json!({"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": good}),
    ] {
        writeln!(stdin, "{message}").unwrap();
    }
    // The answers to what was asked still come after the end of the input.
    drop(stdin);
    let output = server.wait_with_output().unwrap();
    assert!(output.status.success());
    let stdout = String::from_utf8(output.stdout).unwrap();
    let messages: Vec<Value> = stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}")))
        .collect();
    assert!(messages.iter().all(|message| message["jsonrpc"] == "2.0"));
    let answer = |id: i32| messages.iter().find(|message| message["id"] == id).unwrap();
    assert_eq!(answer(3)["result"]["isError"], true);
    assert_eq!(answer(4)["result"]["isError"], false);
    let logs = String::from_utf8(output.stderr).unwrap();
    assert!(
        logs.contains("feedback received") && !logs.contains('\u{1B}'),
        "{logs}"
    );
}

#[test]
fn a_wrong_command_line_is_explained_on_stderr() {
    let output = Command::new(binary("mcp")).args(["--db"]).output().unwrap();
    assert!(!output.status.success() && output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("usage:"));
}

#[test]
fn the_python_client_lists_and_calls_the_tool() {
    let Some(python) = python() else {
        return;
    };
    let run = Command::new(python)
        .arg(script("mcp_client.py"))
        .arg(binary("mcp"))
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&run.stderr);
    let out: Value = serde_json::from_slice(&run.stdout).unwrap_or_else(|_| panic!("{stderr}"));
    assert_eq!(out["tools"][0]["name"], "submit_feedback");
    assert!(out["instructions"].as_str().unwrap().contains("Report"));
    assert_eq!(
        (&out["good"]["is_error"], &out["good"]["blocks"]),
        (&json!(false), &json!(1))
    );
    assert_eq!(out["good"]["body"]["status"], "accepted");
    assert_eq!(out["bad"]["is_error"], true);
    assert_eq!(out["bad"]["body"]["error"]["details"][0]["path"], "goal");
    assert_eq!(out["unknown_tool"], -32602);
}

#[test]
fn the_schema_of_the_tool_agrees_with_the_fixtures() {
    let Some(python) = python() else {
        return;
    };
    let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/feedback");
    let run = Command::new(python)
        .arg(script("check_schema.py"))
        .arg(fixtures)
        .arg(binary("mcp"))
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&run.stderr);
    let out: Value = serde_json::from_slice(&run.stdout).unwrap_or_else(|_| panic!("{stderr}"));
    assert_eq!(out["problems"], json!([]));
    assert!(out["checked"].as_u64() > Some(100), "{out}");
}
