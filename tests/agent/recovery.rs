//! What an agent does with servers that keep to the protocol.

use serde_json::{Value, json};

use super::server::Reply;

mod batches;
mod context;
mod credentials;
mod handlers;
mod losses;
mod requests;
mod trace;
mod waits;

fn ok() -> Reply {
    Reply::json(200, &json!({"ok": true}))
}

fn wait(suggestion: Value) -> Reply {
    Reply::envelope(503, "wait_and_retry", true, suggestion)
}
