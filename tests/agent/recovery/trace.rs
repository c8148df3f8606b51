//! What a call leaves behind to read.

use std::sync::Arc;
use std::time::Duration;

use afp_runtime::agent::{Agent, End, Next, Progress, Trace};
use serde_json::{Value, json};

use super::super::clock::TestClock;
use super::super::server::{Reply, Server, envelope};
use super::{ok, wait};
use crate::logs;

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
        "POST /x stopped: `report_bug` is never retried; \
         code C, action report_bug, expected: something else"
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
async fn a_stop_after_the_last_failure_says_that_it_came_before() {
    let merge = Reply::envelope(409, "retry_with_suggestion", true, json!({"a": 2}));
    let server = Server::script([merge, Reply::Cut]).await;
    let agent = Agent::new(&server.url).unwrap();
    let stopped = agent.call(agent.post("/x")).await.unwrap_err().to_string();
    let end = "; before that: code C, action retry_with_suggestion, expected: something else";
    assert!(
        stopped.starts_with("POST /x stopped: the answer was lost"),
        "{stopped}"
    );
    assert!(stopped.ends_with(end), "{stopped}");
}

#[tokio::test]
async fn a_rename_sets_one_member_and_clears_the_other() {
    let suggestion = json!({"slug": "welcome", "Slug": null});
    let rename = Reply::envelope(400, "use_different_field", true, suggestion);
    let server = Server::script([rename, ok()]).await;
    let agent = Agent::new(&server.url).unwrap();
    let request = agent.post("/notes").json(&json!({"Slug": "welcome"}));
    let answer = agent.call(request).await.unwrap();
    let Next::Merged(merged) = &answer.trace().exchanges[0].next else {
        panic!("{}", answer.trace());
    };
    assert_eq!(
        (&*merged.set, &*merged.cleared),
        (&["slug".to_owned()][..], &["Slug".to_owned()][..])
    );
    let text = answer.trace().to_string();
    assert!(text.contains("merged slug, cleared Slug\n"), "{text}");
    let json = serde_json::to_value(answer.trace()).unwrap();
    assert_eq!(
        json["exchanges"][0]["next"],
        json!({"merged": {"set": ["slug"], "cleared": ["Slug"]}})
    );
}
