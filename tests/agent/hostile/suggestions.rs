//! Suggestions without end, and words that nobody knows.

use afp_runtime::agent::{Budget, Limit, Stop};
use serde_json::{Value, json};

use super::super::server::{Reply, Server, envelope};
use super::{post, quick, suggest};

#[tokio::test]
async fn suggestions_without_end_are_cut_short() {
    type Suggest = fn(usize) -> Value;
    let cases: [(Suggest, usize, Stop); 3] = [
        (|_| json!({"a": 2}), 2, Stop::AlreadySent),
        (|n| json!({"a": n % 2}), 2, Stop::AlreadySent),
        (
            |n| json!({"a": n + 2, format!("m{n}"): "x".repeat(10_000)}),
            17,
            Stop::OverBudget {
                limit: Limit::Merges,
            },
        ),
    ];
    for (suggestion, requests, reason) in cases {
        let server =
            Server::start(move |_, n| suggest("retry_with_suggestion", suggestion(n))).await;
        let stopped = post(&server).await.unwrap_err();
        assert_eq!(*stopped.reason(), reason);
        assert_eq!(server.seen().len(), requests);
    }
}

#[tokio::test]
async fn a_server_that_never_tires_ends_with_the_budget_of_requests() {
    let server = Server::start(|_, n| suggest("retry_with_suggestion", json!({"n": n}))).await;
    let budget = Budget {
        requests: 5,
        merges: 1000,
        ..Budget::default()
    };
    let agent = quick(&server, budget);
    let stopped = agent.call(agent.post("/x")).await.unwrap_err();
    assert_eq!(
        *stopped.reason(),
        Stop::OverBudget {
            limit: Limit::Requests
        }
    );
    assert_eq!(server.seen().len(), 5);
    assert_eq!(stopped.trace().requests(), 5);
}

#[tokio::test]
async fn unknown_actions_places_and_members_do_no_harm() {
    let server = Server::script([suggest("self_destruct", json!({"a": 2}))]).await;
    let stopped = post(&server).await.unwrap_err();
    assert_eq!(
        *stopped.reason(),
        Stop::UnknownAction {
            action: "self_destruct".into()
        }
    );

    let mut envelope = envelope("retry_with_suggestion", true, json!({"a": 2}));
    envelope["feedback"]["severity"] = json!({"level": 9});
    envelope["more"] = json!([[[]]]);
    let server = Server::script([Reply::json(409, &envelope), Reply::json(200, &json!({}))]).await;
    assert!(post(&server).await.is_ok());

    envelope["feedback"]["apply_to"] = json!({"place": "moon"});
    let server = Server::script([Reply::json(409, &envelope)]).await;
    assert_eq!(
        post(&server).await.unwrap_err().reason().as_str(),
        "cannot apply"
    );
}
