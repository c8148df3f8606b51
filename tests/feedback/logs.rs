//! What a submission may do to a log.

use std::io::Write;
use std::sync::{Arc, Mutex};

use serde_json::json;
use tracing_subscriber::fmt::MakeWriter;

use super::exchange::Service;

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

#[tokio::test]
async fn a_submission_is_one_log_line_and_is_stored_unchanged() {
    let lines = Lines::default();
    let subscriber = tracing_subscriber::fmt()
        .with_writer(lines.clone())
        .with_ansi(false)
        .finish();
    let guard = tracing::subscriber::set_default(subscriber);
    let goal = "x\n2030-01-01 ERROR forged\u{1B}[31m \u{202E}";
    let body = json!({"type": "bug", "goal": goal, "message": "m", "endpoint": "/a\nb"});
    let service = Service::plain();
    assert_eq!(service.post(body.to_string()).await.status, 202);
    drop(guard);
    let log = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    let own: Vec<&str> = log
        .lines()
        .filter(|line| line.contains("feedback received"))
        .collect();
    assert_eq!(own.len(), 1, "{log}");
    assert!(!log.lines().any(|line| line.starts_with("2030")), "{log}");
    assert!(
        own[0].contains("\\n2030-01-01 ERROR forged\\u{1b}[31m \\u{202e}"),
        "{}",
        own[0]
    );
    assert_eq!(service.only_feedback().await["goal"], goal);
}
