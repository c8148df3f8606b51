//! A batch in smaller parts.

use afp_runtime::agent::Agent;
use serde_json::{Value, json};

use super::super::server::{Reply, Server};
use super::ok;

#[tokio::test]
async fn a_batch_arrives_in_order_and_whole() {
    let split = Reply::envelope(413, "batch_smaller", true, json!({"batchSize": 2}));
    let server = Server::script([split, ok(), ok(), ok()]).await;
    let agent = Agent::new(&server.url).unwrap();
    let rows = json!({"rows": [{"n": 1}, {"n": 2}, {"n": 3}, {"n": 4}, {"n": 5}], "dry": false});
    let answer = agent.call(agent.post("/x").json(&rows)).await.unwrap();
    let sent: Vec<_> = server.seen()[1..]
        .iter()
        .map(|seen| seen.json()["rows"].clone())
        .collect();
    assert_eq!(
        json!(sent),
        json!([[{"n": 1}, {"n": 2}], [{"n": 3}, {"n": 4}], [{"n": 5}]])
    );
    let items: Vec<_> = answer
        .parts()
        .iter()
        .map(|part| part.items.clone().unwrap())
        .collect();
    assert_eq!(items, [0..2, 2..4, 4..5]);
}

#[tokio::test]
async fn a_batch_that_fails_says_which_items_were_done() {
    let split = || Reply::envelope(413, "batch_smaller", true, json!({"batchSize": 2}));
    let refused = Reply::envelope(422, "no_action_possible", false, Value::Null);
    for (second, reason) in [(refused, "not retryable"), (Reply::Cut, "outcome unknown")] {
        let server = Server::script([split(), ok(), second]).await;
        let agent = Agent::new(&server.url).unwrap();
        let rows = json!({"rows": [1, 2, 3, 4, 5]});
        let stopped = agent.call(agent.post("/x").json(&rows)).await.unwrap_err();
        assert_eq!(stopped.reason().as_str(), reason);
        let batch = stopped.batch().unwrap();
        assert_eq!(
            (&batch.done, &batch.failed, &batch.not_sent),
            (&(0..2), &(2..4), &(4..5))
        );
        assert_eq!(stopped.parts().len(), 1);
        assert_eq!(server.seen().len(), 3);
    }
}
