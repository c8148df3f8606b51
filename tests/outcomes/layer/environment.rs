//! The switch in the environment.

use super::{is_instrumented, json_answer, through};
use crate::outcomes::{mcp, wire::contract};

/// Runs alone in a process whose environment switches contracts off.
#[tokio::test]
#[ignore = "run by the test below, in a process of its own"]
async fn switched_off() {
    assert!(!is_instrumented(
        &through(&contract(), "/", json_answer(b"{}")).await
    ));
    let tools = mcp::tools();
    let tool = rmcp::model::Tool::new("x", "x", serde_json::Map::new());
    let result = rmcp::model::CallToolResult::success(Vec::new());
    assert_eq!(
        tools.decorate(&tool, result.clone(), &Default::default()),
        result
    );
}

#[test]
fn the_environment_switches_everything_off() {
    let run = |value: &str| {
        std::process::Command::new(std::env::current_exe().unwrap())
            .args([
                "--ignored",
                "--exact",
                "outcomes::layer::environment::switched_off",
            ])
            .env("AGENT_FEEDBACK_ENABLED", value)
            .output()
            .unwrap()
    };
    let off = run("false");
    let printed = String::from_utf8_lossy(&off.stdout);
    assert!(
        off.status.success() && printed.contains("1 passed"),
        "{printed}"
    );
    assert!(!run("true").status.success());
}
