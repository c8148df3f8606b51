//! Who acts where the agent can't.

use afp_runtime::agent::{Agent, Limit, Stop};
use serde_json::{Value, json};

use super::super::server::{Reply, Server};
use super::ok;

#[tokio::test]
async fn handlers_supply_context_and_bring_a_human() {
    let context = Reply::envelope(400, "provide_missing_context", true, Value::Null);
    let human = Reply::envelope(402, "wait_for_user_action", true, Value::Null);
    let server = Server::script([context.clone(), human.clone(), ok()]).await;
    let agent = Agent::builder(&server.url)
        .on_missing_context(|failure| async move {
            assert_eq!(failure.expected, "something else");
            json!({"parent": 7}).as_object().cloned()
        })
        .on_user_action(|_| async { Some(()) })
        .build()
        .unwrap();
    let answer = agent
        .call(agent.post("/x").json(&json!({"a": 1})))
        .await
        .unwrap();
    assert_eq!(server.seen()[2].json(), json!({"a": 1, "parent": 7}));
    let next: Vec<_> = answer
        .trace()
        .exchanges
        .iter()
        .map(|it| it.next.to_string())
        .collect();
    assert_eq!(
        next,
        [
            "supplied parent".to_owned(),
            "a human acted".to_owned(),
            "answered".to_owned(),
        ]
    );

    let server = Server::start(move |_, _| context.clone()).await;
    let agent = Agent::builder(&server.url)
        .on_missing_context(|_| async { json!({"parent": 7}).as_object().cloned() })
        .build()
        .unwrap();
    let stopped = agent.call(agent.post("/x")).await.unwrap_err();
    assert_eq!(*stopped.reason(), Stop::AlreadySent);

    let server = Server::start(move |_, _| human.clone()).await;
    let agent = Agent::builder(&server.url)
        .on_user_action(|_| async { Some(()) })
        .build()
        .unwrap();
    let stopped = agent.call(agent.post("/x")).await.unwrap_err();
    assert_eq!(
        *stopped.reason(),
        Stop::OverBudget {
            limit: Limit::Waits
        }
    );
}
