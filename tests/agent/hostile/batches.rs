//! Batches that can't be split, or would never end.

use afp_runtime::agent::{CannotSplit, Limit, Stop};
use serde_json::json;

use super::super::server::Server;
use super::{agent, post, suggest};

#[tokio::test]
async fn batch_sizes_of_every_odd_kind_stop() {
    for size in [
        json!(0),
        json!(-3),
        json!("2"),
        json!(null),
        json!([1]),
        json!(1.5),
        json!(1e99),
    ] {
        let server = Server::script([suggest("batch_smaller", json!({"batchSize": size}))]).await;
        let stopped = post(&server).await.unwrap_err();
        let problem = CannotSplit::BatchSize;
        assert_eq!(*stopped.reason(), Stop::CannotSplit { problem }, "{size}");
        assert_eq!(server.seen().len(), 1);
    }
}

#[tokio::test]
async fn a_batch_of_more_parts_than_the_budget_sends_none() {
    let server = Server::start(|_, _| suggest("batch_smaller", json!({"batchSize": 1}))).await;
    let agent = agent(&server);
    let items: Vec<_> = (0..5000).collect();
    let stopped = agent
        .call(agent.post("/x").json(&json!({"items": items})))
        .await
        .unwrap_err();
    assert_eq!(
        *stopped.reason(),
        Stop::OverBudget {
            limit: Limit::Requests
        }
    );
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn ever_smaller_batches_end() {
    let server = Server::start(|seen, _| {
        let sent = seen.json()["items"].as_array().map_or(0, Vec::len);
        suggest("batch_smaller", json!({"batchSize": sent / 2}))
    })
    .await;
    let agent = agent(&server);
    let items: Vec<_> = (0..32).collect();
    let stopped = agent
        .call(agent.post("/x").json(&json!({"items": items})))
        .await
        .unwrap_err();
    assert_eq!(
        *stopped.reason(),
        Stop::CannotSplit {
            problem: CannotSplit::BatchSize
        }
    );
    assert_eq!(server.seen().len(), 6);
    let batch = stopped.batch().unwrap();
    assert_eq!(
        (&batch.done, &batch.failed, &batch.not_sent),
        (&(0..0), &(0..1), &(1..32))
    );
}
