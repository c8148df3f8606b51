//! Every fixture against the validator and over HTTP.

use std::path::PathBuf;

use afp_runtime::feedback::{Refusal, Submission, json};
use serde::Deserialize;

use super::exchange::Service;

#[derive(Deserialize)]
struct Invalid {
    #[serde(skip)]
    body: String,
    raw: Option<String>,
    hex: Option<String>,
    code: String,
    #[serde(default)]
    paths: Vec<String>,
    line: Option<usize>,
    column: Option<usize>,
}

impl Invalid {
    fn bytes(&self) -> Vec<u8> {
        match (&self.raw, &self.hex) {
            (Some(raw), _) => raw.clone().into_bytes(),
            (None, Some(hex)) => (0..hex.len())
                .step_by(2)
                .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex"))
                .collect(),
            (None, None) => self.body.clone().into_bytes(),
        }
    }
}

fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/feedback")
        .join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the fixtures are there")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path
                .file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (name, std::fs::read(path).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

fn invalid() -> Vec<(String, Invalid)> {
    let parse = |(name, bytes): (String, Vec<u8>)| {
        let mut case: Invalid =
            serde_json::from_slice(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
        // The order of the members matters, so `body` is not read through a sorted map.
        let body = json::read(&bytes)
            .expect("JSON")
            .get("body")
            .map(ToString::to_string);
        case.body = body.unwrap_or_default();
        (name, case)
    };
    files("invalid").into_iter().map(parse).collect()
}

#[test]
fn every_valid_fixture_is_read() {
    let files = files("valid");
    assert!(files.len() >= 25, "only {}", files.len());
    for (name, bytes) in files {
        if let Err(refusal) = Submission::read(&bytes) {
            panic!("{name}: {refusal}");
        }
    }
}

#[test]
fn every_invalid_fixture_is_refused_with_its_paths() {
    let cases = invalid();
    assert!(cases.len() >= 90, "only {}", cases.len());
    for (name, case) in cases {
        let bytes = case.bytes();
        match Submission::read(&bytes) {
            Ok(_) => panic!("{name}: accepted"),
            Err(Refusal::Json(error)) => {
                let place = (Some(error.line()), Some(error.column()));
                assert_eq!((case.line, case.column), place, "{name}: {error}");
            }
            Err(Refusal::Invalid(problems)) => {
                let paths: Vec<_> = problems.details().iter().map(|d| d.path.as_str()).collect();
                assert_eq!(case.paths, paths, "{name}");
            }
        }
    }
}

#[tokio::test]
async fn every_valid_fixture_is_accepted_over_http_and_stays_valid() {
    for (name, bytes) in files("valid") {
        let service = Service::plain();
        let answer = service.post(bytes).await;
        assert_eq!(answer.status, 202, "{name}: {}", answer.text());
        let stored = service.only_feedback().await.to_string();
        assert!(
            Submission::read(stored.as_bytes()).is_ok(),
            "{name}: {stored}"
        );
    }
}

#[tokio::test]
async fn every_invalid_fixture_is_refused_over_http() {
    let service = Service::plain();
    for (name, case) in invalid() {
        let answer = service.post(case.bytes()).await;
        assert_eq!(answer.status, 400, "{name}");
        assert_eq!(answer.code(), case.code, "{name}");
        let json = answer.json();
        let message = json["error"]["message"].as_str().expect("a message");
        match (case.line, case.column) {
            (Some(line), Some(column)) => {
                let place = format!("line {line}, column {column}");
                assert!(message.contains(&place), "{name}: {message}");
                assert!(json["error"].get("details").is_none(), "{name}");
            }
            _ => {
                assert_eq!(answer.paths(), case.paths, "{name}");
                let joined: Vec<String> = json["error"]["details"]
                    .as_array()
                    .expect("details")
                    .iter()
                    .map(
                        |detail| match (detail["path"].as_str(), detail["message"].as_str()) {
                            (Some(""), Some(message)) => message.to_owned(),
                            (path, message) => {
                                format!("{}: {}", path.expect("text"), message.expect("text"))
                            }
                        },
                    )
                    .collect();
                assert_eq!(message, joined.join("; "), "{name}");
            }
        }
    }
    assert!(service.records().await.is_empty());
}

#[tokio::test]
async fn broken_limits_are_named_in_digits() {
    let service = Service::plain();
    for (name, case) in invalid() {
        if name.starts_with("too_long") || name.starts_with("agent_too_long") {
            let json = service.post(case.bytes()).await.json();
            let message = json["error"]["details"][0]["message"]
                .as_str()
                .expect("a message");
            assert!(
                message.contains(|c: char| c.is_ascii_digit()),
                "{name}: {message}"
            );
        }
    }
}
