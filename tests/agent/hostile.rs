//! Servers that mean no good, or are broken: every call ends, typed, within its bounds.

use afp_runtime::agent::{Agent, Answer, Budget, Stop, Stopped};
use serde_json::{Value, json};

use super::clock::TestClock;
use super::server::{Reply, Server};

mod answers;
mod batches;
mod delays;
mod escapes;
mod redirects;
mod suggestions;

fn agent(server: &Server) -> Agent {
    quick(server, Budget::default())
}

fn quick(server: &Server, budget: Budget) -> Agent {
    Agent::builder(&server.url)
        .clock(TestClock::new())
        .budget(budget)
        .build()
        .unwrap()
}

async fn post(server: &Server) -> Result<Answer, Stopped> {
    let agent = agent(server);
    agent
        .call(agent.post("/x").json(&json!({"a": 1, "items": [1, 2, 3]})))
        .await
}

async fn get(server: &Server, budget: Budget) -> Stop {
    let agent = quick(server, budget);
    agent
        .call(agent.get("/x"))
        .await
        .unwrap_err()
        .reason()
        .clone()
}

fn suggest(action: &str, suggestion: Value) -> Reply {
    Reply::envelope(409, action, true, suggestion)
}
