//! What an agent does with servers that keep to the protocol.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use afp_runtime::agent::{Agent, Budget, Credential, End, Limit, Next, Progress, Stop, Trace};
use serde_json::{Value, json};

use super::clock::TestClock;
use super::server::{Reply, Seen, Server, envelope};
use crate::logs;

fn ok() -> Reply {
    Reply::json(200, &json!({"ok": true}))
}

fn wait(suggestion: Value) -> Reply {
    Reply::envelope(503, "wait_and_retry", true, suggestion)
}

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

#[tokio::test]
async fn a_lost_answer_is_fetched_again_only_with_a_key() {
    let server = Server::script([Reply::Cut, ok()]).await;
    let agent = Agent::builder(&server.url)
        .clock(TestClock::new())
        .build()
        .unwrap();
    let body = json!({"amount": 5});
    let stopped = agent
        .call(agent.post("/pay").json(&body))
        .await
        .unwrap_err();
    assert!(matches!(stopped.reason(), Stop::OutcomeUnknown { .. }));
    assert_eq!(server.seen().len(), 1);

    let server = Server::script([Reply::Cut, ok()]).await;
    let agent = Agent::builder(&server.url)
        .clock(TestClock::new())
        .build()
        .unwrap();
    let request = agent.post("/pay").json(&body).idempotency_key("k-1");
    agent.call(request).await.unwrap();
    let seen = server.seen();
    assert_eq!(seen.len(), 2);
    assert_eq!(seen[0].body, seen[1].body);
    for seen in seen {
        assert_eq!(seen.header("idempotency-key"), Some("k-1"));
    }
}

#[tokio::test]
async fn an_unknown_outcome_is_said_whatever_ends_the_call() {
    let server = Server::start(|_, _| Reply::Cut).await;
    let budgets = [
        Budget {
            requests: 1,
            ..Budget::default()
        },
        Budget {
            time: Duration::from_millis(200),
            ..Budget::default()
        },
        Budget {
            losses: 0,
            ..Budget::default()
        },
        Budget::default(),
    ];
    for budget in budgets {
        let agent = Agent::builder(&server.url)
            .clock(TestClock::new())
            .budget(budget.clone())
            .build()
            .unwrap();
        let keyed = agent.post("/pay").idempotency_key("k");
        let stopped = agent.call(keyed).await.unwrap_err();
        assert_eq!(stopped.reason().as_str(), "outcome unknown", "{budget:?}");
        let stopped = agent.call(agent.get("/x")).await.unwrap_err();
        assert_ne!(stopped.reason().as_str(), "outcome unknown", "{budget:?}");
    }

    let agent = Agent::new(&server.url).unwrap();
    let cancel = tokio::time::sleep(Duration::from_millis(100));
    let keyed = agent.post("/pay").idempotency_key("k");
    let stopped = agent.call_until(keyed, cancel).await.unwrap_err();
    let outcome_unknown = true;
    assert_eq!(
        *stopped.reason(),
        Stop::Cancelled { outcome_unknown },
        "while it waits to resend"
    );
}

#[tokio::test]
async fn a_call_is_a_span_and_each_answer_an_event() {
    logs::start();
    let merge = Reply::envelope(409, "retry_with_suggestion", true, json!({"max": 606}));
    let server = Server::script([merge, ok()]).await;
    let agent = Agent::new(&server.url).unwrap();
    let request = agent
        .post("/quote")
        .query("key", "s3cret")
        .json(&json!({"max": 600}));
    agent.call(request).await.unwrap();
    let text = logs::text();
    assert!(
        text.contains("afp.call{method=POST route=/quote}"),
        "{text}"
    );
    assert!(
        text.contains("call ended requests=2 end=answered with 200"),
        "{text}"
    );
    assert!(!text.contains("s3cret"));
}

#[tokio::test]
async fn a_key_is_kept_while_the_payload_is() {
    let merge = Reply::envelope(409, "retry_with_suggestion", true, json!({"a": 2}));
    let now = wait(json!({"retry_after_s": 0}));
    let server = Server::script([now.clone(), merge, now, ok()]).await;
    let agent = Agent::new(&server.url).unwrap();
    let request = agent.post("/x").json(&json!({"a": 1})).idempotency_key("k");
    agent.call(request).await.unwrap();
    let keys: Vec<_> = server
        .seen()
        .iter()
        .map(|seen| seen.header("idempotency-key").unwrap().to_owned())
        .collect();
    assert_eq!(keys, ["k", "k", "k.m1", "k.m1"]);
}

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
        .map(|it| it.next.clone())
        .collect();
    assert_eq!(
        next,
        [
            Next::Supplied(vec!["parent".into()]),
            Next::UserActed,
            Next::Answered
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
async fn a_trace_reads_well_and_survives_json() {
    let merge = Reply::envelope(409, "retry_with_suggestion", true, json!({"max": 606}));
    let server = Server::script([merge, wait(json!({"retry_after_s": 2})), ok()]).await;
    let told = Arc::new(std::sync::Mutex::new(Vec::new()));
    let tell = Arc::clone(&told);
    let agent = Agent::builder(&server.url)
        .clock(TestClock::stopped())
        .on_progress(move |progress| tell.lock().unwrap().push(progress.clone()))
        .build()
        .unwrap();
    let request = agent
        .post("/orders/{id}/quote")
        .path("id", 7)
        .query("key", "s3cret");
    let answer = agent
        .call(request.json(&json!({"max": 600})))
        .await
        .unwrap();
    let trace = answer.trace();
    insta::assert_snapshot!("trace", trace.to_string());
    let json = serde_json::to_string(trace).unwrap();
    assert!(!json.contains("s3cret"));
    assert_eq!(serde_json::from_str::<Trace>(&json).unwrap(), *trace);
    assert_eq!(trace.end, End::Answered(200));
    let two_seconds = Progress::Waiting(Duration::from_secs(2));
    let told = told.lock().unwrap();
    let expected = [
        Progress::Sending(1),
        Progress::Sending(2),
        two_seconds,
        Progress::Sending(3),
    ];
    assert_eq!(*told, expected);
}

#[tokio::test]
async fn a_stop_survives_json_and_says_why() {
    let refused = Reply::json(409, &envelope("report_bug", true, Value::Null));
    let server = Server::script([refused]).await;
    let agent = Agent::new(&server.url).unwrap();
    let stopped = agent.call(agent.post("/x")).await.unwrap_err();
    assert_eq!(
        stopped.to_string(),
        "POST /x stopped: `report_bug` is never retried"
    );
    let failure = stopped.failure().unwrap();
    assert_eq!(failure.docs_url, "https://docs.test/C");
    let json = serde_json::to_value(stopped.trace()).unwrap();
    assert_eq!(
        json["end"],
        json!({"stopped": {"reason": "never_retried", "action": "report_bug"}})
    );
}

#[tokio::test]
async fn a_request_that_cannot_be_sent_is_refused_before() {
    let agent = Agent::new("http://127.0.0.1:9").unwrap();
    let stopped = agent
        .call(agent.get("/x").header("bad name", "x"))
        .await
        .unwrap_err();
    assert_eq!(stopped.reason().as_str(), "invalid request");
    assert!(Agent::new("127.0.0.1:9").is_err());
    assert!(Agent::new("http://user:pass@127.0.0.1/").is_err());
}
