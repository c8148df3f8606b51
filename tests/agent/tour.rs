//! Every route of `examples/orders`, by every agent.

use std::path::Path;
use std::process::Command;

use super::interpreter::interpreter;
use crate::service::{Orders, binary};

/// Runs an agent against a service of its own; gives the table and the number of items that
/// arrived.
fn tour(command: &mut Command, after_url: &[&str]) -> (String, u64) {
    let orders = Orders::start(&[]);
    let output = command.arg(&orders.url).args(after_url).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let items = runtime.block_on(async {
        let response = reqwest::get(format!("{}/api/items", orders.url))
            .await
            .unwrap();
        serde_json::from_str::<serde_json::Value>(&response.text().await.unwrap()).unwrap()
    });
    (
        String::from_utf8(output.stdout).unwrap(),
        items["count"].as_u64().unwrap(),
    )
}

#[test]
fn the_rust_agent_recovers_wherever_it_can() {
    let (table, items) = tour(Command::new(binary("agents")).arg("tour"), &[]);
    insta::assert_snapshot!("tour", table);
    assert_eq!(items, 60, "all items of the batch arrive, and once");
}

#[test]
fn the_other_agents_do_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/agents");
    let calls = folder.join("calls.json");
    for (name, agent) in [("python3", "recover.py"), ("node", "recover.mjs")] {
        let Some(program) = interpreter(name, agent) else {
            continue;
        };
        let mut command = Command::new(program);
        let (table, items) = tour(command.arg(folder.join(agent)), &[calls.to_str().unwrap()]);
        insta::assert_snapshot!("tour", table);
        assert_eq!(items, 60, "{agent}");
    }
}
