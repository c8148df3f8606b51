//! Servers that mean no good, or are broken: every call ends, typed, within its bounds.

use std::time::{Duration, Instant};

use afp_runtime::agent::{
    Agent, Answer, Budget, CannotSplit, Limit, RedirectRefused, Stop, Stopped,
};
use serde_json::{Value, json};

use super::clock::TestClock;
use super::server::{Reply, Server};

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

#[tokio::test]
async fn redirects_to_elsewhere_are_not_followed_and_tell_nobody_the_credentials() {
    let elsewhere = Server::script([Reply::json(200, &json!({"ok": true}))]).await;
    let port = elsewhere.url.rsplit(':').next().unwrap().to_owned();
    for location in [
        format!("{}/x", elsewhere.url),
        format!("//127.0.0.1:{port}/x"),
        format!("http://localhost:{port}/x"),
        "https://127.0.0.1/x".to_owned(),
    ] {
        for status in [301, 302, 303, 307, 308] {
            let head = format!("Location: {location}\r\n");
            let server = Server::script([Reply::Answer(status, head, vec![])]).await;
            let stop = get(&server, Budget::default()).await;
            let problem = RedirectRefused::OtherOrigin;
            assert_eq!(stop, Stop::RedirectRefused { problem }, "{location}");
        }
    }
    assert!(elsewhere.seen().is_empty());
}

#[tokio::test]
async fn redirects_in_a_circle_end() {
    let server = Server::start(|seen, _| {
        let to = if seen.target == "/x" { "/y" } else { "/x" };
        Reply::Answer(307, format!("Location: {to}\r\n"), vec![])
    })
    .await;
    let stop = get(&server, Budget::default()).await;
    assert_eq!(
        stop,
        Stop::RedirectRefused {
            problem: RedirectRefused::Loop
        }
    );
    assert_eq!(server.seen().len(), 2);

    let server =
        Server::start(|_, n| Reply::Answer(307, format!("Location: /{n}\r\n"), vec![])).await;
    let stop = get(
        &server,
        Budget {
            requests: 7,
            ..Budget::default()
        },
    )
    .await;
    assert_eq!(
        stop,
        Stop::OverBudget {
            limit: Limit::Requests
        }
    );
    assert_eq!(server.seen().len(), 7);
}

#[tokio::test]
async fn answers_that_are_no_envelope_have_a_typed_end() {
    let html = "Content-Type: text/html\r\n";
    let json_type = "Content-Type: application/json\r\n";
    let deep = format!("{{\"feedback\":{}", "[".repeat(1_000_000));
    for (reply, status, kind) in [
        (
            Reply::Answer(502, html.into(), b"<h1>Bad gateway</h1>".to_vec()),
            502,
            Some("text/html"),
        ),
        (
            Reply::Answer(200, html.into(), b"<h1>Hello</h1>".to_vec()),
            200,
            Some("text/html"),
        ),
        (Reply::Answer(500, String::new(), vec![]), 500, None),
        (
            Reply::json(400, &json!({"ok": false, "code": "C"})),
            400,
            Some("application/json"),
        ),
        (
            Reply::json(422, &json!({"feedback": "try again"})),
            422,
            Some("application/json"),
        ),
        (Reply::json(422, &json!([])), 422, Some("application/json")),
        (
            Reply::Answer(400, json_type.into(), deep.into_bytes()),
            400,
            Some("application/json"),
        ),
        (
            Reply::Answer(400, json_type.into(), vec![0xff; 100]),
            400,
            Some("application/json"),
        ),
        (
            Reply::Answer(200, json_type.into(), b"{\"ok\":".to_vec()),
            200,
            Some("application/json"),
        ),
    ] {
        let server = Server::script([reply]).await;
        let stopped = post(&server).await.unwrap_err();
        let content_type = kind.map(str::to_owned);
        assert_eq!(
            *stopped.reason(),
            Stop::NotAnEnvelope {
                status,
                content_type
            }
        );
        assert_eq!(server.seen().len(), 1);
        assert_eq!(stopped.response().unwrap().status.as_u16(), status);
    }
}

#[tokio::test]
async fn bodies_without_end_are_not_read() {
    const GIB: u64 = 1 << 30;
    let limit = Budget::default().body_bytes;
    let declared = format!("HTTP/1.1 200 X\r\nContent-Length: {GIB}\r\n\r\n{{}}");
    for reply in [Reply::Flood(GIB), Reply::Raw(declared.into_bytes())] {
        let server = Server::script([reply]).await;
        let stop = get(&server, Budget::default()).await;
        assert_eq!(stop, Stop::BodyTooLarge { status: 200, limit });
        assert_eq!(server.seen().len(), 1);
    }
    let server = Server::script([Reply::json(200, &json!("12345678"))]).await;
    let exact = Budget {
        body_bytes: 10,
        ..Budget::default()
    };
    let agent = quick(&server, exact);
    assert_eq!(
        agent.call(agent.get("/x")).await.unwrap().body(),
        "\"12345678\""
    );
}

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
async fn broken_http_is_a_lost_answer() {
    for bytes in [
        &b"not http at all\r\n\r\n"[..],
        b"HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\n{\"ok\":true",
        b"HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        b"HTTP/1.1 999999 X\r\n\r\n",
        b"HTTP/1.1 200 X\r\nContent-Length: -1\r\n\r\n",
        b"",
    ] {
        let server = Server::start(move |_, _| Reply::Raw(bytes.to_vec())).await;
        let stopped = post(&server).await.unwrap_err();
        assert_eq!(
            stopped.reason().as_str(),
            "outcome unknown",
            "{}",
            bytes.escape_ascii()
        );
        assert_eq!(server.seen().len(), 1);
    }
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
async fn unknown_actions_places_and_members_do_no_harm() {
    let server = Server::script([suggest("self_destruct", json!({"a": 2}))]).await;
    let stopped = post(&server).await.unwrap_err();
    assert_eq!(
        *stopped.reason(),
        Stop::UnknownAction {
            action: "self_destruct".into()
        }
    );

    let mut envelope = super::server::envelope("retry_with_suggestion", true, json!({"a": 2}));
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

#[tokio::test]
async fn what_a_server_says_is_escaped_in_the_trace() {
    let mut envelope = super::server::envelope("dance\u{1b}[31m\n", true, Value::Null);
    envelope["code"] = json!("C\u{1b}[0m\r\n\u{202e}".repeat(100));
    let server = Server::script([Reply::json(409, &envelope)]).await;
    let stopped = post(&server).await.unwrap_err();
    let shown = format!("{} {stopped} {stopped:?}", stopped.trace());
    assert!(!shown.contains(['\u{1b}', '\r', '\u{202e}']), "{shown:?}");
    assert!(shown.len() < 4000);
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
