//! One file of scripted exchanges drives all agents: Rust, Python, JavaScript.

use std::collections::BTreeMap;

use afp_runtime::agent::Agent;
use agents::plan::Plan;
use agents::table::Row;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::process::Command;

use super::interpreter::interpreter;
use super::programs::example;
use super::server::{Reply, Seen, Server};

#[derive(Deserialize)]
struct Script {
    credential: String,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    holds: String,
    call: Map<String, Value>,
    answers: Vec<Answer>,
    requests: Vec<Request>,
    row: (String, String, usize, String),
}

#[derive(Deserialize)]
#[serde(default)]
struct Answer {
    status: u16,
    json: Value,
    text: String,
    header: BTreeMap<String, String>,
    cut: bool,
}

impl Default for Answer {
    fn default() -> Self {
        Self {
            status: 200,
            json: Value::Null,
            text: String::new(),
            header: BTreeMap::new(),
            cut: false,
        }
    }
}

/// What a request must hold; what is absent may be anything.
#[derive(Deserialize)]
struct Request {
    method: Option<String>,
    target: Option<String>,
    body: Option<Value>,
    #[serde(default)]
    header: BTreeMap<String, String>,
    query: Option<BTreeMap<String, String>>,
}

fn script() -> Script {
    serde_json::from_str(include_str!("exchanges.json")).unwrap()
}

impl Answer {
    fn reply(&self) -> Reply {
        if self.cut {
            return Reply::Cut;
        }
        let reply = match &self.json {
            Value::Null => {
                Reply::Answer(self.status, String::new(), self.text.clone().into_bytes())
            }
            json => Reply::json(self.status, json),
        };
        self.header.iter().fold(reply, |reply, (name, value)| {
            reply.with(&format!("{name}: {value}"))
        })
    }
}

/// Every case has a path of its own: `/7/quote`.
fn case_of(seen: &Seen) -> usize {
    seen.path().split('/').nth(1).unwrap().parse().unwrap()
}

async fn scripted_server() -> Server {
    let cases = script().cases;
    let counts = std::sync::Mutex::new(vec![0; cases.len()]);
    Server::start(move |seen, _| {
        let case = case_of(seen);
        let mut counts = counts.lock().unwrap();
        counts[case] += 1;
        let extra = || Reply::Answer(599, String::new(), vec![]);
        cases[case]
            .answers
            .get(counts[case] - 1)
            .map_or_else(extra, Answer::reply)
    })
    .await
}

fn url(case: usize, call: &Map<String, Value>) -> String {
    format!("/{case}{}", call["url"].as_str().unwrap())
}

/// The calls in the form that agents read.
fn calls_file(script: &Script) -> tempfile::NamedTempFile {
    let calls: Vec<_> = script
        .cases
        .iter()
        .enumerate()
        .map(|(index, case)| {
            let mut call = case.call.clone();
            call.insert("url".into(), url(index, &case.call).into());
            call
        })
        .collect();
    let file = tempfile::NamedTempFile::new().unwrap();
    let plan = json!({"credential": script.credential, "calls": calls});
    std::fs::write(file.path(), plan.to_string()).unwrap();
    file
}

/// Cells stand at least two spaces apart.
fn cells(line: &str) -> Vec<&str> {
    line.split("  ")
        .map(str::trim)
        .filter(|cell| !cell.is_empty())
        .collect()
}

fn check(script: &Script, table: &str, seen: &[Seen]) {
    let rows: Vec<_> = table.lines().map(cells).collect();
    assert_eq!(
        rows[0],
        ["route", "first code", "action", "requests", "end"]
    );
    for (index, case) in script.cases.iter().enumerate() {
        let (code, action, requests, end) = &case.row;
        let route = format!(
            "{} {}",
            case.call["method"].as_str().unwrap(),
            url(index, &case.call)
        );
        let expected = [route.as_str(), code, action, &requests.to_string(), end];
        assert_eq!(rows[index + 1], expected, "{}", case.holds);
        let seen: Vec<_> = seen.iter().filter(|seen| case_of(seen) == index).collect();
        assert_eq!(seen.len(), case.requests.len(), "{}", case.holds);
        for (request, seen) in case.requests.iter().zip(seen) {
            request.check(index, seen, &case.holds);
        }
    }
    assert_eq!(rows.len(), script.cases.len() + 1);
}

impl Request {
    #[track_caller]
    fn check(&self, case: usize, seen: &Seen, holds: &str) {
        if let Some(method) = &self.method {
            assert_eq!(&seen.method, method, "{holds}");
        }
        if let Some(target) = &self.target {
            assert_eq!(seen.path(), format!("/{case}{target}"), "{holds}");
        }
        if let Some(body) = &self.body {
            assert_eq!(&seen.json(), body, "{holds}");
        }
        for (name, value) in &self.header {
            assert_eq!(seen.header(name), Some(value.as_str()), "{holds}");
        }
        if let Some(query) = &self.query {
            let text = seen.target.split_once('?').map_or("", |(_, query)| query);
            let pairs: BTreeMap<_, _> = text
                .split('&')
                .filter_map(|pair| pair.split_once('='))
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect();
            assert_eq!(&pairs, query, "{holds}");
        }
    }
}

async fn drive(name: &str, agent: &str) {
    let script = script();
    let server = scripted_server().await;
    let calls = calls_file(&script);
    let Some(program) = interpreter(name, agent) else {
        return;
    };
    let run = Command::new(program)
        .arg(example(agent))
        .arg(&server.url)
        .arg(calls.path())
        .output();
    let output = run.await.unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    check(
        &script,
        &String::from_utf8_lossy(&output.stdout),
        &server.seen(),
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_python_agent_follows_the_script() {
    drive("python3", "recover.py").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_javascript_agent_follows_the_script() {
    drive("node", "recover.mjs").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rust_agent_follows_the_script() {
    let script = script();
    let server = scripted_server().await;
    let plan: Plan = serde_json::from_slice(&std::fs::read(calls_file(&script)).unwrap()).unwrap();
    let agent = plan
        .set_up(Agent::builder(&server.url))
        .unwrap()
        .build()
        .unwrap();
    let mut table = format!("{}\n", Row::head());
    for call in &plan.calls {
        let row = Row::new(call, &call.make(&agent).await);
        table += &format!("{row}\n");
        // The others begin each call without the credential, too.
        agent.set_credential(None);
    }
    check(&script, &table, &server.seen());
}

#[test]
fn the_small_agents_stay_small() {
    for name in ["recover.py", "recover.mjs"] {
        let text = std::fs::read_to_string(example(name)).unwrap();
        assert!(text.lines().count() < 80, "{name}");
    }
}
