//! Validation, handling and redaction of submissions; the Python SDK beside it where
//! `AFP_PYTHON` names an interpreter that has `backloop-sdk`.
//!
//! `feedback-speed [validation | handling | redaction [UNIT]]`

#[path = "goal.rs"]
mod goal;
#[path = "measure.rs"]
mod measure;

use std::hint::black_box;
use std::process::Command;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use afp_runtime::feedback::{Redactor, Source, Submission};
use afp_runtime::http::Inbox;
use afp_runtime::store::{Intake, MemoryStore, Sender};
use axum::body::Body;
use axum::http::Request;
use tower::ServiceExt;

use goal::goal;
use measure::{median_time, rate};

const TYPICAL: &str = include_str!("typical.json");

fn main() {
    let typical = TYPICAL.trim_end();
    println!("typical submission: {} bytes", typical.len());
    let only = std::env::args().nth(1);
    let wanted = |part: &str| only.as_deref().is_none_or(|only| only == part);
    if wanted("validation") {
        let rate = validation(typical.as_bytes());
        beside_the_sdk(rate);
    }
    if wanted("handling") {
        handling(typical.as_bytes());
        through_the_router(typical);
    }
    if wanted("redaction") {
        redaction();
    }
}

/// Rates of reading and validating, and of validating alone.
fn validation(body: &[u8]) -> (f64, f64) {
    let time = median_time(15, 100_000, || {
        black_box(Submission::read(black_box(body)).expect("valid"));
    });
    println!("read and validated: {:.0}/s ({time:?})", rate(time));
    let mut value = Some(afp_runtime::feedback::json::read(body).expect("JSON"));
    let checked = median_time(15, 200_000, || {
        let submission = Submission::check(value.take().expect("there")).expect("valid");
        value = Some(black_box(submission).into_value());
    });
    println!(
        "validated, read before: {:.0}/s ({checked:?})",
        rate(checked)
    );
    (rate(time), rate(checked))
}

/// Runs a future that never waits.
fn at_once<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    match future
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        Poll::Ready(value) => value,
        Poll::Pending => unreachable!("nothing here waits"),
    }
}

fn handling(body: &[u8]) {
    let store = Arc::new(MemoryStore::new().expect("a store"));
    let intake = Intake::new(store, &[7; 32]);
    let sender = Sender {
        account: Some("acct_1"),
        source: Source::Http,
        user_agent: None,
    };
    let text = String::from_utf8_lossy(body).into_owned();
    let mut number = 0_u64;
    let time = median_time(15, 10_000, || {
        number += 1;
        let body = text.replace("task-4711", &format!("task-{number}"));
        let submission = Submission::read(body.as_bytes()).expect("valid");
        let answer = at_once(intake.submit(submission, sender)).expect("kept");
        black_box(answer.to_json());
    });
    let rate = rate(time);
    goal(
        "handled with redaction, memory store, per second",
        rate,
        rate >= 150_000.0,
        "150,000",
    );
}

fn through_the_router(body: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.expect("a runtime");
    let router = Inbox::memory()
        .without_rate_limit()
        .base_url("http://127.0.0.1")
        .router();
    let mut number = 0_u64;
    let time = median_time(9, 5_000, || {
        number += 1;
        let body = body.replace("task-4711", &format!("task-{number}"));
        let request = Request::post("/feedback").header("content-type", "application/json");
        let request = request.body(Body::from(body)).expect("a request");
        let response = runtime
            .block_on(router.clone().oneshot(request))
            .expect("infallible");
        assert_eq!(response.status(), 202);
    });
    println!(
        "the same through the axum router: {:.0}/s ({time:?})",
        rate(time)
    );
}

fn redaction() {
    const SIZE: usize = 16 << 10;
    let repeated = |unit: &str| unit.repeat(SIZE / unit.len() + 1)[..SIZE].to_owned();
    let harmless = repeated("The refund of order 7 answered 422 and no field was named. ");
    let redactor = Redactor::new();
    let base = median_time(15, 1_000, || {
        black_box(redactor.text(black_box(&harmless)));
    });
    println!("redaction of 16 KiB of prose: {base:?}");
    let halves = repeated("a.").split_at(SIZE / 2).0.to_owned();
    let address = format!("{halves}@{halves}");
    println!("  {:5.2} x for a.a.…@a.a.…", against(&harmless, &address));
    let one = std::env::args().nth(2);
    let wanted = |unit: &&&str| one.as_deref().is_none_or(|one| one == **unit);
    let ratios = HOSTILE.iter().filter(wanted).map(|unit| {
        let ratio = against(&harmless, &repeated(unit));
        println!("  {ratio:5.2} x for {unit:?}");
        (ratio, *unit)
    });
    let (worst, unit) = ratios
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .unwrap_or_default();
    goal(
        "worst hostile text against prose, times",
        worst,
        worst <= 10.0,
        "10",
    );
    println!("the worst was {unit:?}");
}

/// How much longer a text takes than another, measured in turns.
fn against(base: &str, text: &str) -> f64 {
    let redactor = Redactor::new();
    let time = |text: &str, calls| {
        let once = median_time(1, calls, || {
            black_box(redactor.text(black_box(text)));
        });
        once.as_secs_f64()
    };
    let mut ratios: Vec<f64> = (0..5).map(|_| time(text, 120) / time(base, 800)).collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

const HOSTILE: &[&str] = &[
    "a.",
    "a@",
    "a.a@",
    "@",
    "a@a.a",
    "a%40a",
    "a@b.co ",
    "=",
    ":",
    "a=",
    "a:a=",
    "password=",
    "token:",
    "token:a-",
    "password=$",
    "password='",
    "password=\"",
    "password=\\\"",
    "password:&quot;",
    "key=a",
    "key=aaaaaaaaaaaaaaaaaaa-",
    "auth:a b ",
    "Bearer ",
    "Basic ",
    "bearer bearer:",
    "sk-",
    "sk-a-",
    "eyJ",
    "eyJaaaaaaaa",
    "eyJaaaaaaaa.",
    "eyJ.",
    "eyJaaaaaaaa-",
    "ghp_",
    "xoxb-",
    "AKIA",
    "SG.",
    "SG.aaaaaaaaaa",
    "SG.aaaaaaaaaa-",
    "://",
    "a://b:",
    "a://b:c@",
    "a://b:c/",
    "://a:b/://",
    "-----BEGIN PRIVATE KEY-----",
    "PRIVATE KEY",
    "BEGIN PRIVATE KEY END ",
    "END ",
    "4",
    "4111 ",
    "4111 1111 ",
    "4111-",
    "4111111111111111 ",
    "1.",
    "\\",
    "\\\\\"",
    "\"",
    "\\n",
    "%",
    "%3D",
    "%3A",
    "%20",
    "--",
    "--password ",
    "-u a:",
    "<password>",
    "<token>a",
    ">",
    "{\"token\":{",
    "{\"token\":[",
    "\"token\":{\"",
    "cookie: a=b; ",
    "Cookie: a;",
    "Authorization: ",
    "Authorization: Digest a=",
    "Authorization: Bearer ,",
    "secret is ",
    " is ",
    "a is ",
    "password is a ",
    "hooks.slack.com/services/",
    "://hooks.slack.com/services/",
    "npm_",
    "whsec_",
    "**:",
    "'='",
    "é@é.é",
    "&quot;:",
    "key: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-",
    "_",
    "-",
    "a-",
    "a_a-",
    "x:1,y:2,",
];

fn beside_the_sdk((read, checked): (f64, f64)) {
    let Ok(python) = std::env::var("AFP_PYTHON") else {
        println!("skipped: AFP_PYTHON names no interpreter with backloop-sdk");
        return;
    };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/feedback/sdk.py");
    let typical = concat!(env!("CARGO_MANIFEST_DIR"), "/feedback/typical.json");
    let output = Command::new(python)
        .arg(script)
        .arg(typical)
        .output()
        .expect("python runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let rates: Vec<f64> = text
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    let [parsed, validated, handled] = rates[..] else {
        println!("skipped: {}", String::from_utf8_lossy(&output.stderr));
        return;
    };
    println!(
        "Python SDK: {validated:.0}/s validated, {parsed:.0}/s parsed and validated, {handled:.0}/s handled"
    );
    let ratio = checked / validated;
    goal(
        "validation against the SDK's, times",
        ratio,
        ratio >= 50.0,
        "50",
    );
    println!("with parsing on both sides, times: {:.0}", read / parsed);
    println!(
        "parsing and validation against the SDK's handler, times: {:.0}",
        read / handled
    );
}
