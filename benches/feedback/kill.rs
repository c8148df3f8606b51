//! Kills a service under load with SIGKILL, again and again, and looks whether an acknowledged
//! record is missing or a submission was kept twice.
//!
//! `feedback-kill [ROUNDS]` is the one that kills; `feedback-kill serve FILE` is the service.

use std::collections::{HashMap, HashSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use afp_runtime::http::Inbox;
use afp_runtime::store::{FeedbackStore, Query, SqliteStore};

const CLIENTS: usize = 16;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    match arguments.as_slice() {
        [word, file] if word == "serve" => runtime.block_on(serve(file)),
        rest => {
            let rounds = rest
                .first()
                .and_then(|text| text.parse().ok())
                .unwrap_or(50);
            let folder = tempfile::tempdir_in(".").expect("a folder");
            let file = folder.path().join("feedback.db");
            let acknowledged = kill_rounds(&file, rounds);
            return runtime.block_on(verdict(&file, rounds, &acknowledged));
        }
    }
    ExitCode::SUCCESS
}

async fn serve(file: &str) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port");
    let inbox = Inbox::sqlite(file)
        .await
        .expect("an inbox")
        .without_rate_limit();
    println!("{}", listener.local_addr().expect("an address"));
    axum::serve(listener, inbox.router()).await.expect("served");
}

/// What each session was told: its id.
type Acknowledged = Arc<Mutex<HashMap<String, String>>>;

fn kill_rounds(file: &Path, rounds: u32) -> HashMap<String, String> {
    let acknowledged = Acknowledged::default();
    let mut open: Vec<Option<String>> = vec![None; CLIENTS];
    for round in 0..rounds {
        let (mut service, address) = start(file);
        let stopping = Arc::new(AtomicBool::new(false));
        let clients: Vec<_> = open
            .drain(..)
            .enumerate()
            .map(|(client, again)| {
                let load = Load {
                    address: address.clone(),
                    prefix: format!("{round}-{client}"),
                    acknowledged: Arc::clone(&acknowledged),
                    stopping: Arc::clone(&stopping),
                };
                std::thread::spawn(move || load.run(again))
            })
            .collect();
        std::thread::sleep(Duration::from_millis(60 + u64::from(round * 37 % 140)));
        service.kill().expect("killed");
        stopping.store(true, Ordering::Relaxed);
        service.wait().expect("gone");
        open = clients
            .into_iter()
            .map(|client| client.join().expect("no panic"))
            .collect();
    }
    // What got no answer in the last round is sent once more.
    let (mut service, address) = start(file);
    for session in open.into_iter().flatten() {
        let id = connect(&address).and_then(|mut stream| submit(&mut stream, &session));
        let id = id.expect("the last round is not killed");
        acknowledged.lock().expect("no panic").insert(session, id);
    }
    service.kill().expect("killed");
    service.wait().expect("gone");
    std::mem::take(&mut acknowledged.lock().expect("no panic"))
}

fn start(file: &Path) -> (Child, String) {
    let this = std::env::current_exe().expect("this program");
    let mut service = Command::new(this)
        .arg("serve")
        .arg(file)
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let mut address = String::new();
    let output = service.stdout.take().expect("its output");
    BufReader::new(output)
        .read_line(&mut address)
        .expect("its address");
    (service, address.trim().to_owned())
}

struct Load {
    address: String,
    prefix: String,
    acknowledged: Acknowledged,
    stopping: Arc<AtomicBool>,
}

impl Load {
    /// Sends until the service is gone; returns the session that got no answer. The one of the
    /// round before is sent first, as an agent does that tries again.
    fn run(self, again: Option<String>) -> Option<String> {
        let mut stream = connect(&self.address)?;
        let mut next = again;
        for number in 0.. {
            let session = next
                .take()
                .unwrap_or_else(|| format!("{}-{number}", self.prefix));
            match submit(&mut stream, &session) {
                Some(id) => {
                    self.acknowledged
                        .lock()
                        .expect("no panic")
                        .insert(session, id);
                }
                None => return Some(session),
            }
            if self.stopping.load(Ordering::Relaxed) {
                break;
            }
        }
        None
    }
}

fn connect(address: &str) -> Option<TcpStream> {
    let stream = TcpStream::connect(address).ok()?;
    stream
        .set_read_timeout(Some(Duration::from_secs(10)))
        .ok()?;
    stream.set_nodelay(true).ok()?;
    Some(stream)
}

fn submit(stream: &mut TcpStream, session: &str) -> Option<String> {
    let body =
        format!(r#"{{"type":"bug","goal":"Survive","message":"Killed","session_id":"{session}"}}"#);
    let head = "POST /feedback HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    let request = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
    stream.write_all(request.as_bytes()).ok()?;
    let answer = read_answer(stream)?;
    assert!(answer.starts_with("HTTP/1.1 202"), "{answer}");
    let (_, rest) = answer.split_once("\"id\":\"")?;
    Some(rest.split('"').next()?.to_owned())
}

/// Head and body; acknowledgements are short.
fn read_answer(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    let mut part = [0; 4096];
    loop {
        let count = stream.read(&mut part).ok()?;
        if count == 0 {
            return None;
        }
        bytes.extend_from_slice(&part[..count]);
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = match text.split_once("\r\n\r\n") {
            Some(parts) => parts,
            None => continue,
        };
        let length = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            let is_length = name.eq_ignore_ascii_case("content-length");
            is_length.then(|| value.trim().parse::<usize>().ok())?
        })?;
        if body.len() >= length {
            return Some(text.into_owned());
        }
    }
}

async fn verdict(file: &Path, rounds: u32, acknowledged: &HashMap<String, String>) -> ExitCode {
    let store = SqliteStore::open(file)
        .await
        .expect("the file opens after all of it");
    let mut ids = HashSet::new();
    let mut sessions: HashMap<String, u32> = HashMap::new();
    let mut query = Query {
        limit: 1000,
        ..Query::default()
    };
    loop {
        let page = store.list(query.clone()).await.expect("a page");
        for record in page.records {
            let json: serde_json::Value =
                serde_json::from_str(&record.feedback.json).expect("stored feedback is JSON");
            let session = json["session_id"].as_str().expect("a session").to_owned();
            *sessions.entry(session).or_default() += 1;
            ids.insert(record.id);
        }
        match page.next {
            Some(next) => query.after = Some(next),
            None => break,
        }
    }
    let lost = acknowledged
        .values()
        .filter(|id| !ids.contains(*id))
        .count();
    let twice = sessions.values().filter(|count| **count > 1).count();
    let total = store.summary().await.expect("counts").total;
    println!(
        "{rounds} rounds: {} acknowledged, {} kept, {lost} lost, {twice} kept twice, counted {total}",
        acknowledged.len(),
        ids.len(),
    );
    let sound = lost == 0 && twice == 0 && total == ids.len() as u64 && acknowledged.len() > 100;
    if sound {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
