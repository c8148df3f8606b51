//! The example programs in front of servers that mean no good.

use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::process::Command;

use super::interpreter::interpreter;
use super::server::{Reply, Server, envelope};
use crate::service::binary;

const SMALL: [(&str, &str); 2] = [("python3", "recover.py"), ("node", "recover.mjs")];

pub(super) fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../examples/agents")
        .join(name)
}

fn plan(calls: &[Value]) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), json!({ "calls": calls }).to_string()).unwrap();
    file
}

fn small(server: &Server, calls: &tempfile::NamedTempFile) -> Vec<(&'static str, Command)> {
    let installed = |(name, agent)| Some((interpreter(name, agent)?, agent));
    let command = |(program, agent)| {
        let mut command = Command::new(program);
        command.arg(example(agent)).arg(&server.url);
        command.arg(calls.path()).kill_on_drop(true);
        (agent, command)
    };
    let installed = SMALL.into_iter().filter_map(installed);
    installed.map(command).collect()
}

async fn agents() -> Command {
    let path = tokio::task::spawn_blocking(|| binary("agents"));
    Command::new(path.await.unwrap())
}

/// What `recover.py` and `recover.mjs` say of the end of a GET and of a POST, when each request
/// may take half a second.
async fn ends(reply: Reply) -> Vec<(&'static str, [String; 2])> {
    let server = Server::start(move |_, _| reply.clone()).await;
    let call = |method| json!({"method": method, "url": "/x"});
    let calls = plan(&[call("GET"), call("POST")]);
    let mut ends = Vec::new();
    for (agent, mut command) in small(&server, &calls) {
        let started = Instant::now();
        let output = command.arg("0.5").output();
        let output = tokio::time::timeout(Duration::from_secs(20), output).await;
        let output = output.unwrap_or_else(|_| panic!("{agent} hangs")).unwrap();
        assert!(output.status.success(), "{agent}: {output:?}");
        assert!(started.elapsed() < Duration::from_secs(10), "{agent}");
        let text = String::from_utf8(output.stdout).unwrap();
        let end = |line: &str| line.rsplit("  ").next().unwrap().to_owned();
        let lines: Vec<_> = text.lines().map(end).collect();
        ends.push((agent, [lines[1].clone(), lines[2].clone()]));
    }
    assert_eq!(server.seen().len(), 2 * ends.len());
    ends
}

#[tokio::test(flavor = "multi_thread")]
async fn the_small_agents_leave_a_slow_server_in_time() {
    let pause = Duration::from_millis(50);
    for reply in [Reply::Hang, Reply::Drip(pause), Reply::DripHead(pause)] {
        for (agent, ends) in ends(reply.clone()).await {
            assert_eq!(
                ends,
                ["unreachable", "outcome unknown"],
                "{agent} {reply:?}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_small_agents_tell_a_cut_body_from_one_without_end() {
    let cut = b"HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\n{}".to_vec();
    for (agent, ends) in ends(Reply::Raw(cut)).await {
        assert_eq!(ends, ["unreachable", "outcome unknown"], "{agent}");
    }
    for (agent, ends) in ends(Reply::Flood(8 << 20)).await {
        assert_eq!(ends, ["body too large"; 2], "{agent}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_odd_date_does_not_end_the_small_agents() {
    let wait = Reply::envelope(503, "wait_and_retry", true, Value::Null);
    let wait = wait.with("Retry-After: Wed, 21 Oct 99999999999 07:28:00 GMT");
    let server = Server::start(move |_, _| wait.clone()).await;
    let calls = plan(&[json!({"method": "GET", "url": "/x"})]);
    for (agent, mut command) in small(&server, &calls) {
        let output = tokio::time::timeout(Duration::from_secs(2), command.output()).await;
        assert!(
            output.is_err(),
            "{agent} waits as without a date: {output:?}"
        );
    }
}

/// What a terminal would act on, or show nobody, in every member that is text.
fn hostile() -> Reply {
    let text = |word: &str| {
        json!(format!(
            "{word}\u{1b}[2J\u{9b}\r\n\u{7}\u{202e}\u{200f}\u{2066}"
        ))
    };
    let mut envelope = envelope("report_bug", false, Value::Null);
    envelope["code"] = text("CODE");
    envelope["error"] = text("error");
    envelope["feedback"]["action"] = text("dance");
    envelope["feedback"]["expected"] = text("expected");
    envelope["feedback"]["docs_url"] = text("https://docs.test/");
    Reply::json(422, &envelope)
}

#[track_caller]
fn is_fit_for_a_terminal(agent: &str, output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr].concat();
    let text = String::from_utf8(text).unwrap();
    let hidden = |c: char| {
        c.is_control() && c != '\n'
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    assert!(!text.contains(hidden), "{agent}: {text:?}");
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn no_agent_prints_what_a_terminal_would_act_on() {
    let server = Server::start(|_, _| hostile()).await;
    let calls = plan(&[json!({"method": "GET", "url": "/x"})]);
    let mut tour = agents().await;
    tour.arg("tour")
        .arg(&server.url)
        .arg("--calls")
        .arg(calls.path());
    let mut programs = small(&server, &calls);
    programs.push(("agents tour", tour));
    for (agent, mut command) in programs {
        let output = command.output().await.unwrap();
        let text = is_fit_for_a_terminal(agent, &output);
        assert_eq!(text.lines().count(), 2, "{agent}: {text:?}");
        assert!(
            text.contains("CODE\\") && text.contains("dance\\"),
            "{text}"
        );
    }

    let url = format!("{}/x", server.url);
    let output = agents().await.args(["call", "GET", &url]).output();
    let text = is_fit_for_a_terminal("agents call", &output.await.unwrap());
    assert!(text.contains("expected: expected\\u001b[2J"), "{text}");
    assert!(text.contains("see: https://docs.test/\\u001b[2J"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_printed_escaped_too() {
    let page = "a\u{1b}]0;title\u{7}\r\nb\tc\u{202e}".as_bytes().to_vec();
    let kind = "Content-Type: text/plain\r\n";
    let server = Server::start(move |_, _| Reply::Answer(200, kind.into(), page.clone())).await;
    let output = agents().await.args(["call", "GET", &server.url]).output();
    let output = output.await.unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.ends_with("\n\na\\u001b]0;title\\u0007\nb\tc\\u202e\n"),
        "{text:?}"
    );
}
