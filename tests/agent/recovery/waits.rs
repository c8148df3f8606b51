//! Waits are what the server asks for, within the caps.

use std::time::{Duration, Instant};

use afp_runtime::agent::{Agent, Budget, Next, Stop};
use serde_json::{Value, json};

use super::super::clock::TestClock;
use super::super::server::{Reply, Server};
use super::{ok, wait};

async fn slept(replies: Vec<Reply>) -> (Vec<Duration>, Result<(), Stop>) {
    let server = Server::script(replies).await;
    let clock = TestClock::new();
    let agent = Agent::builder(&server.url)
        .clock(clock.clone())
        .build()
        .unwrap();
    let result = agent.call(agent.get("/x")).await;
    (
        clock.slept(),
        result.map(drop).map_err(|stopped| stopped.reason().clone()),
    )
}

#[tokio::test]
async fn waits_are_what_the_server_asks_for() {
    let header = |value: &str| wait(Value::Null).with(&format!("Retry-After: {value}"));
    let budget = Budget {
        longest_wait: Duration::from_secs(120),
        ..Budget::default()
    };
    let server = Server::script([header("Wed, 21 Oct 2015 07:30:00 GMT"), ok()]).await;
    let clock = TestClock::new();
    let agent = Agent::builder(&server.url)
        .clock(clock.clone())
        .budget(budget)
        .build()
        .unwrap();
    agent.call(agent.get("/x")).await.unwrap();
    assert_eq!(clock.slept(), [Duration::from_secs(120)]);

    let past = header("Wed, 21 Oct 2015 07:00:00 GMT");
    assert_eq!(slept(vec![past, ok()]).await, (vec![], Ok(())));
    let odd = header("soon");
    assert_eq!(
        slept(vec![odd, ok()]).await,
        (vec![Duration::from_secs(30)], Ok(()))
    );
    let now = wait(json!({"retry_after_s": 0})).with("Retry-After: 50");
    assert_eq!(slept(vec![now, ok()]).await, (vec![], Ok(())));
    let long = wait(json!({"retry_after_s": 277_403}));
    let (wait, cap) = (Duration::from_secs(277_403), Duration::from_secs(60));
    assert_eq!(
        slept(vec![long, ok()]).await,
        (vec![], Err(Stop::WaitTooLong { wait, cap }))
    );
}

#[tokio::test]
async fn jitter_only_adds() {
    let server = Server::script([wait(json!({"retry_after_s": 10})), ok()]).await;
    let clock = TestClock::with_jitter(1.0);
    let agent = Agent::builder(&server.url)
        .clock(clock.clone())
        .build()
        .unwrap();
    agent.call(agent.get("/x")).await.unwrap();
    assert_eq!(clock.slept(), [Duration::from_secs(11)]);
}

#[tokio::test]
async fn a_wait_longer_than_the_time_left_is_not_begun() {
    let server = Server::script([wait(json!({"retry_after_s": 50}))]).await;
    let clock = TestClock::new();
    let budget = Budget {
        time: Duration::from_secs(40),
        ..Budget::default()
    };
    let agent = Agent::builder(&server.url)
        .clock(clock.clone())
        .budget(budget)
        .build()
        .unwrap();
    let stopped = agent.call(agent.get("/x")).await.unwrap_err();
    assert!(matches!(stopped.reason(), Stop::WaitTooLong { wait, .. } if wait.as_secs() == 50));
    assert_eq!(clock.slept(), []);
    assert_eq!(stopped.trace().exchanges[0].next, Next::Stopped);
}

#[tokio::test]
async fn a_cancelled_wait_ends_at_once_and_keeps_its_trace() {
    let server = Server::script([wait(json!({"retry_after_s": 30}))]).await;
    let agent = Agent::new(&server.url).unwrap();
    let started = Instant::now();
    let cancel = tokio::time::sleep(Duration::from_millis(100));
    let stopped = agent
        .call_until(agent.post("/x"), cancel)
        .await
        .unwrap_err();
    assert!(started.elapsed() < Duration::from_secs(5));
    assert_eq!(
        *stopped.reason(),
        Stop::Cancelled {
            outcome_unknown: false
        }
    );
    assert_eq!(stopped.trace().requests(), 1);
    assert_eq!(server.seen().len(), 1);

    let silent = Server::start(|_, _| Reply::Hang).await;
    let agent = Agent::new(&silent.url).unwrap();
    let cancel = tokio::time::sleep(Duration::from_millis(100));
    let stopped = agent
        .call_until(agent.post("/x"), cancel)
        .await
        .unwrap_err();
    assert_eq!(
        *stopped.reason(),
        Stop::Cancelled {
            outcome_unknown: true
        }
    );
}
