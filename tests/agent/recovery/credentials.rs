//! Who holds credentials, who is asked for new ones, and who never sees them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use afp_runtime::agent::{Agent, Budget, Credential, Limit, Next, Stop};
use serde_json::{Value, json};

use super::super::server::{Reply, Seen, Server};
use super::ok;

fn locked(seen: &Seen, _: usize) -> Reply {
    match seen.header("authorization") {
        Some("Bearer new") => ok(),
        _ => Reply::envelope(401, "reauthenticate", true, Value::Null),
    }
}

#[tokio::test]
async fn credentials_are_refreshed_once_for_all_calls_that_need_it() {
    let server = Server::start(locked).await;
    let asked = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&asked);
    let agent = Agent::builder(&server.url)
        .credential(Credential::bearer("old").unwrap())
        .on_reauthenticate(move |failure| {
            count.fetch_add(1, Ordering::Relaxed);
            assert_eq!(failure.code, "C");
            async {
                tokio::time::sleep(Duration::from_millis(50)).await;
                Credential::bearer("new").ok()
            }
        })
        .build()
        .unwrap();
    let calls: Vec<_> = (0..8)
        .map(|_| {
            let agent = agent.clone();
            tokio::spawn(async move { agent.call(agent.get("/x")).await.map(drop) })
        })
        .collect();
    for call in calls {
        call.await.unwrap().unwrap();
    }
    assert_eq!(asked.load(Ordering::Relaxed), 1);
    agent.call(agent.get("/x")).await.unwrap();
    assert_eq!(
        server.seen().last().unwrap().header("authorization"),
        Some("Bearer new")
    );
}

#[tokio::test]
async fn refused_credentials_stop_after_one_refresh() {
    let server = Server::start(locked).await;
    let agent = Agent::builder(&server.url)
        .on_reauthenticate(|_| async { Credential::bearer("other").ok() })
        .build()
        .unwrap();
    let stopped = agent.call(agent.get("/x")).await.unwrap_err();
    assert_eq!(*stopped.reason(), Stop::RefreshedAlready);
    assert_eq!(server.seen().len(), 2);
}

#[tokio::test]
async fn a_handler_that_never_answers_is_left_in_time() {
    let server = Server::start(locked).await;
    let agent = Agent::builder(&server.url)
        .budget(Budget {
            time: Duration::from_millis(200),
            ..Budget::default()
        })
        .on_reauthenticate(|_| std::future::pending())
        .build()
        .unwrap();
    let stopped = agent.call(agent.get("/x")).await.unwrap_err();
    assert_eq!(*stopped.reason(), Stop::OverBudget { limit: Limit::Time });
}

#[tokio::test]
async fn credentials_stay_with_the_origin() {
    let home = Server::start(locked).await;
    let other = Server::start(locked).await;
    let agent = Agent::builder(&home.url)
        .credential(Credential::bearer("new").unwrap())
        .on_reauthenticate(|_| async { Credential::bearer("new").ok() })
        .build()
        .unwrap();
    agent.call(agent.get("/x")).await.unwrap();
    let stopped = agent
        .call(agent.get(&format!("{}/x", other.url)))
        .await
        .unwrap_err();
    assert_eq!(stopped.reason().as_str(), "needs a handler");
    assert_eq!(other.seen().len(), 1);
    assert_eq!(other.seen()[0].header("authorization"), None);
}

#[tokio::test]
async fn redirects_within_the_origin_keep_the_credential() {
    let server = Server::start(|seen, _| match seen.target.as_str() {
        "/old" => Reply::Answer(308, "Location: /new?x=1\r\n".into(), vec![]),
        _ => ok(),
    })
    .await;
    let agent = Agent::builder(&server.url)
        .credential(Credential::bearer("key").unwrap())
        .build()
        .unwrap();
    let answer = agent
        .call(agent.post("/old").json(&json!({"a": 1})))
        .await
        .unwrap();
    let last = server.seen().pop().unwrap();
    assert_eq!(
        (last.method.as_str(), last.target.as_str()),
        ("POST", "/new?x=1")
    );
    assert_eq!(last.header("authorization"), Some("Bearer key"));
    assert_eq!(last.json(), json!({"a": 1}));
    assert_eq!(answer.trace().exchanges[0].next, Next::Redirected);
}
