//! What a hostile client or a failing disk may do: nothing but be told.

use std::process::Command;

use afp_runtime::http::Inbox;
use afp_runtime::store::MemoryStore;
use axum::body::Body;

use super::disk::Disk;
use super::exchange::{MINIMAL, Service, chunked, request, with};

/// Numbers that look random and are the same in each run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.roll(256) as u8).collect()
    }
}

const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\",
    "\\u0000",
    "\\ud800",
    ",",
    ":",
    "null",
    "-",
    "1e999",
    "0.1",
    "\u{0}",
    "\u{FEFF}",
    "\u{202E}",
    "\"type\"",
    "\"goal\":",
    "bug",
    "é",
    "\u{1F600}",
    "[REDACTED]",
    "@",
    "://a:b@",
    "-----BEGIN PRIVATE KEY-----",
    "password=",
    "eyJ",
    "Bearer ",
    "4111 ",
    "%40",
    "sk-",
    "<token>",
    "END ",
];

/// One of several kinds of bad or strange bodies.
fn hostile(dice: &mut Dice) -> Vec<u8> {
    let pieces = |dice: &mut Dice, count: usize| -> String {
        (0..count)
            .map(|_| PIECES[dice.roll(PIECES.len())])
            .collect()
    };
    match dice.roll(9) {
        0 => {
            let size = dice.roll(3000);
            dice.bytes(size)
        }
        1 => MINIMAL.as_bytes()[..dice.roll(MINIMAL.len())].to_vec(),
        2 => {
            let mut bytes = MINIMAL.as_bytes().to_vec();
            let at = dice.roll(bytes.len());
            bytes[at] = dice.roll(256) as u8;
            bytes
        }
        3 => ["[", "{\"a\":", "[{\"a\":["][dice.roll(3)]
            .repeat(dice.roll(3000))
            .into_bytes(),
        4 => pieces(dice, 300).into_bytes(),
        5 => {
            let text = serde_json::Value::from(pieces(dice, 400)).to_string();
            format!(r#"{{"type":"bug","goal":"g","message":{text}}}"#).into_bytes()
        }
        6 => {
            let text = serde_json::Value::from(pieces(dice, 20)).to_string();
            with(&format!(
                r#""metadata":{{{text}:[{text},{{{text}:{text}}}]}}"#
            ))
            .into_bytes()
        }
        7 => (0..dice.roll(900))
            .fold(String::from("{"), |body, n| body + &format!("\"m{n}\":1,"))
            .into_bytes(),
        _ => vec![b'x'; dice.roll(40_000)],
    }
}

fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmRSS:"))
        .unwrap_or_default();
    line.split_whitespace()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(0)
}

/// In a process of its own, since memory is that of the whole process.
#[test]
fn ten_thousand_hostile_submissions_do_no_harm() {
    const NAME: &str = "feedback::faults::ten_thousand_hostile_submissions_do_no_harm";
    if std::env::var_os("AFP_HOSTILE_SUBMISSIONS").is_some() {
        tokio::runtime::Runtime::new()
            .expect("a runtime")
            .block_on(send_hostile_submissions());
        return;
    }
    let this = std::env::current_exe().expect("this program");
    let mut child = Command::new(this);
    child
        .args([NAME, "--exact", "--nocapture"])
        .env("AFP_HOSTILE_SUBMISSIONS", "1");
    let output = child.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(said.contains("1 passed"), "{said}");
    said.lines()
        .filter(|line| line.contains("resident"))
        .for_each(|line| println!("{line}"));
}

async fn send_hostile_submissions() {
    let store = MemoryStore::bounded(500, 4 << 20).expect("a store");
    let inbox = Inbox::with_store(store)
        .await
        .expect("an inbox")
        .without_rate_limit();
    let service = Service::new(inbox);
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut before = 0;
    let mut accepted = 0;
    for number in 0..10_000 {
        if number == 1000 {
            before = resident_kib();
        }
        let bytes = hostile(&mut dice);
        let method = [
            "POST", "POST", "POST", "POST", "POST", "POST", "PUT", "OPTIONS",
        ][dice.roll(8)];
        let kind = [
            "application/json",
            "application/json",
            "application/json",
            "text/plain",
        ];
        let body = if dice.roll(4) == 0 {
            chunked(bytes)
        } else {
            Body::from(bytes)
        };
        let request = request(method, "/feedback").header("content-type", kind[dice.roll(4)]);
        let answer = service.send(request.body(body).expect("a request")).await;
        assert!(answer.status.as_u16() < 500, "{number}: {}", answer.text());
        assert!(
            answer.bytes.len() <= 4096,
            "{number}: {} bytes",
            answer.bytes.len()
        );
        accepted += usize::from(answer.status == 202);
    }
    let after = resident_kib();
    println!("accepted {accepted}; resident memory {before} KiB, then {after} KiB");
    assert!(accepted > 100, "some are only strange");
    assert!(after < before + 16 * 1024, "{before} KiB, then {after} KiB");
    assert_eq!(service.post(MINIMAL).await.status, 202);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_503_until_there_is_room_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(disk) = Disk::mount(folder.path(), "size=1m") else {
        println!("skipped: this user may not mount a small disk");
        return;
    };
    let inbox = Inbox::sqlite(folder.path().join("feedback.db"))
        .await
        .expect("an inbox");
    let service = Service::new(inbox.without_rate_limit());
    let large = with(&format!(r#""suggestion":"{}""#, "s ".repeat(1000)));
    let mut kept = 0;
    let refused = loop {
        let answer = service.post(large.clone()).await;
        if answer.status != 202 {
            break answer;
        }
        kept += 1;
        assert!(kept < 2000, "the disk never fills");
    };
    assert_eq!(
        (refused.status.as_u16(), refused.header("retry-after")),
        (503, Some("5"))
    );
    assert_eq!(refused.code(), "unavailable");
    assert_eq!(service.post(large.clone()).await.status, 503, "and alive");
    let discovery = request("GET", "/.well-known/agent-feedback")
        .body(Body::empty())
        .unwrap();
    assert_eq!(service.send(discovery).await.status, 200);
    let grown = Command::new("mount")
        .args(["-o", "remount,size=8m"])
        .arg(folder.path())
        .status();
    assert!(grown.is_ok_and(|status| status.success()));
    assert_eq!(service.post(large).await.status, 202);
    assert_eq!(
        service.store.summary().await.expect("counts").total,
        kept + 1
    );
    drop((service, disk));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_cannot_be_written_does_not_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(disk) = Disk::mount(folder.path(), "ro,size=1m") else {
        println!("skipped: this user may not mount a small disk");
        return;
    };
    let error = Inbox::sqlite(folder.path().join("feedback.db"))
        .await
        .expect_err("refused");
    assert!(
        error
            .to_string()
            .starts_with("the feedback store could not"),
        "{error}"
    );
    drop(disk);
}
