//! Context that a service's own answers bring.

use afp_runtime::agent::{Agent, Answer, RequestBuilder, Stopped};
use afp_runtime::errors::{RequestError, StarterError};
use afp_runtime::http::{Afp, AgentJson, AgentPath, AgentQuery};
use afp_runtime::registry;
use axum::Router;
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::process::Command;

use super::super::interpreter::interpreter;
use super::super::programs::example;
use super::super::server::{Reply, Server, envelope};
use super::ok;
use crate::outcomes::support::{Served, serve};

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Bookings {
    room: String,
    nights: Option<u8>,
}

async fn bookings() -> Served {
    let list = async |AgentQuery(query): AgentQuery<Bookings>| axum::Json(query);
    let one = async |AgentPath(id): AgentPath<u64>| axum::Json(id);
    let book = async |AgentJson(body): AgentJson<Bookings>| axum::Json(body);
    let app = Router::new()
        .route("/bookings", get(list))
        .route("/bookings/{id}", get(one))
        .route("/bookings", post(book));
    let afp = Afp::new(registry![StarterError, RequestError]);
    let docs = "https://api.example.com/errors";
    serve(afp.docs_base(docs).install(app)).await
}

async fn call(
    served: &Served,
    request: impl FnOnce(&Agent) -> RequestBuilder,
) -> Result<Answer, Stopped> {
    let agent = Agent::new(&format!("http://{}", served.address)).unwrap();
    agent.call(request(&agent)).await
}

fn next(answer: &Answer) -> Vec<String> {
    let exchanges = &answer.trace().exchanges;
    exchanges.iter().map(|it| it.next.to_string()).collect()
}

#[tokio::test]
async fn a_misspelt_query_a_path_and_a_header_are_put_right_without_a_handler() {
    let served = bookings().await;
    let answer = call(&served, |agent| agent.get("/bookings?Room=blue&nights=2")).await;
    let answer = answer.unwrap();
    let body: Value = answer.json().unwrap();
    assert_eq!(body, json!({"room": "blue", "nights": 2}));
    assert_eq!(next(&answer), ["merged room, cleared Room", "answered"]);
    let first = answer.trace().first_failure();
    assert_eq!(first, Some(("QUERY_INVALID", "provide_missing_context")));

    // Named by the caller, or found by the value that was echoed.
    let named = call(&served, |agent| {
        agent.get("/bookings/{id}").path("id", "7.0")
    })
    .await;
    let plain = call(&served, |agent| agent.get("/bookings/7.0")).await;
    for answer in [named.unwrap(), plain.unwrap()] {
        assert_eq!(answer.json::<u64>().unwrap(), 7);
        assert_eq!(next(&answer), ["merged id", "answered"]);
    }

    let text = |agent: &Agent| {
        agent
            .post("/bookings")
            .body(r#"{"room":"red"}"#, "text/plain")
    };
    let answer = call(&served, text).await.unwrap();
    assert_eq!(next(&answer), ["merged content-type", "answered"]);
}

#[tokio::test]
async fn a_query_that_nobody_understands_stops() {
    let served = bookings().await;
    let stopped = call(&served, |agent| agent.get("/bookings?nights=2")).await;
    let stopped = stopped.unwrap_err();
    assert_eq!(stopped.reason().as_str(), "not retryable");
    assert_eq!(stopped.trace().requests(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_small_agents_put_them_right_too() {
    let served = bookings().await;
    let calls = json!({"calls": [
        {"method": "GET", "url": "/bookings", "query": {"Room": "blue"}},
        {"method": "GET", "url": "/bookings/{id}", "path": {"id": "7.0"}},
        {"method": "POST", "url": "/bookings", "body": {"room": "red"}, "header": {"Content-Type": "text/plain"}},
    ]});
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), calls.to_string()).unwrap();
    for (name, agent) in [("python3", "recover.py"), ("node", "recover.mjs")] {
        let Some(program) = interpreter(name, agent) else {
            continue;
        };
        let mut command = Command::new(program);
        command.arg(example(agent));
        command.arg(format!("http://{}", served.address));
        let output = command.arg(file.path()).output().await.unwrap();
        let table = String::from_utf8(output.stdout).unwrap();
        let ends: Vec<_> = table
            .lines()
            .skip(1)
            .map(|it| it.contains("  2  200"))
            .collect();
        assert_eq!(ends, [true; 3], "{agent}: {table}");
    }
}

/// The handler is asked only once what the answer brings did not help.
#[tokio::test]
async fn a_handler_is_asked_after_what_the_answer_brings() {
    let mut missing = envelope("provide_missing_context", true, json!({"room": "blue"}));
    missing["feedback"]["apply_to"] = json!("query");
    let missing = Reply::json(400, &missing);
    let server = Server::script([missing.clone(), missing, ok()]).await;
    let agent = Agent::builder(&server.url)
        .on_missing_context(|_| async { json!({"room": "red"}).as_object().cloned() })
        .build()
        .unwrap();
    let answer = agent.call(agent.get("/bookings")).await.unwrap();
    assert_eq!(next(&answer), ["merged room", "supplied room", "answered"]);
    let targets = server.seen().into_iter().map(|it| it.target);
    let expected = ["/bookings", "/bookings?room=blue", "/bookings?room=red"];
    assert_eq!(targets.collect::<Vec<_>>(), expected);
}
