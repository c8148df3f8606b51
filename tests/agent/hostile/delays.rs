//! Servers that take their time, ask for too much of it, or are not there.

use std::time::{Duration, Instant};

use afp_runtime::agent::{Agent, Budget, Limit, Stop};
use serde_json::json;

use super::super::clock::TestClock;
use super::super::server::{Reply, Server};
use super::{get, quick};

#[tokio::test]
async fn slow_and_silent_servers_are_left_in_time() {
    let impatient = Budget {
        request_time: Duration::from_millis(150),
        time: Duration::from_secs(2),
        ..Budget::default()
    };
    for reply in [Reply::Hang, Reply::Drip(Duration::from_millis(20))] {
        let server = Server::start(move |_, _| reply.clone()).await;
        let started = Instant::now();
        let stop = get(&server, impatient.clone()).await;
        assert_eq!(
            stop,
            Stop::Unreachable {
                cause: "no answer in time".into()
            }
        );
        assert!(started.elapsed() < Duration::from_secs(2));
        assert_eq!(
            server.seen().len(),
            3,
            "a safe request is sent again, twice"
        );

        let agent = quick(&server, impatient.clone());
        let stopped = agent
            .call(agent.post("/x").json(&json!({})))
            .await
            .unwrap_err();
        assert_eq!(stopped.reason().as_str(), "outcome unknown");
        assert_eq!(server.seen().len(), 4, "any other is not");
    }
}

#[tokio::test]
async fn the_time_budget_bounds_the_whole_call() {
    let server = Server::start(|_, _| Reply::Hang).await;
    let budget = Budget {
        time: Duration::from_millis(300),
        ..Budget::default()
    };
    let started = Instant::now();
    let stop = get(&server, budget).await;
    assert!(started.elapsed() < Duration::from_secs(2), "{stop:?}");
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn waits_of_every_odd_kind_are_bounded() {
    for seconds in [
        "-1", "\"5\"", "true", "[1]", "{}", "null", "1e999", "1e18", "277403", "0",
    ] {
        let body = format!(
            r#"{{"code":"C","feedback":{{"action":"wait_and_retry","retryable":true,
                "suggestion":{{"retry_after_s":{seconds}}}}}}}"#
        );
        let kind = "Content-Type: application/json\r\n";
        let server =
            Server::start(move |_, _| Reply::Answer(503, kind.into(), body.clone().into_bytes()))
                .await;
        let clock = TestClock::new();
        let agent = Agent::builder(&server.url)
            .clock(clock.clone())
            .build()
            .unwrap();
        let stopped = agent.call(agent.get("/x")).await.unwrap_err();
        let (sent, slept) = (server.seen().len(), clock.slept());
        match stopped.reason() {
            Stop::WaitTooLong { .. } => assert!(slept.len() < 11, "{seconds}"),
            Stop::OverBudget {
                limit: Limit::Waits,
            } => assert_eq!(sent, 11, "{seconds}"),
            other => panic!("{seconds}: {other:?}"),
        }
        assert!(
            slept.iter().sum::<Duration>() <= Budget::default().time,
            "{seconds}"
        );
    }
}

#[tokio::test]
async fn nobody_listening_is_said() {
    let unused = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", unused.local_addr().unwrap());
    drop(unused);
    let agent = Agent::builder(&url)
        .clock(TestClock::new())
        .build()
        .unwrap();
    let stopped = agent
        .call(agent.post("/x?token=s3cret").json(&json!({})))
        .await
        .unwrap_err();
    assert_eq!(stopped.reason().as_str(), "unreachable");
    assert_eq!(
        stopped.trace().requests(),
        3,
        "what never left may be sent again"
    );
    assert!(!format!("{stopped} {stopped:?} {}", stopped.trace()).contains("s3cret"));
}
