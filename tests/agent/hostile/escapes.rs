//! What a server says can't act on the terminal or the log that it is shown in.

use serde_json::{Value, json};

use super::super::server::{Reply, Server, envelope};
use super::post;

#[tokio::test]
async fn what_a_server_says_is_escaped_in_the_trace() {
    let mut envelope = envelope("dance\u{1b}[31m\n", true, Value::Null);
    envelope["code"] = json!("C\u{1b}[0m\r\n\u{202e}".repeat(100));
    let server = Server::script([Reply::json(409, &envelope)]).await;
    let stopped = post(&server).await.unwrap_err();
    let shown = format!("{} {stopped} {stopped:?}", stopped.trace());
    assert!(!shown.contains(['\u{1b}', '\r', '\u{202e}']), "{shown:?}");
    assert!(shown.len() < 4000);
}
