//! Records to send, and servers on the loopback interface.

use std::sync::Arc;

use afp_runtime::feedback::{Feedback, Moment, Record, Source, Submission};
use afp_runtime::store::{Entry, FeedbackStore};
use axum::Router;
use tokio::net::TcpListener;

const TYPICAL: &str = include_str!("../feedback/typical.json");

pub(crate) fn body(number: usize) -> String {
    TYPICAL
        .trim_end()
        .replace("task-4711", &format!("task-{number}"))
}

pub(crate) fn record(number: usize) -> Record {
    let body = body(number);
    let submission = Submission::read(body.as_bytes()).expect("valid");
    Record {
        id: format!("fb_01M8MW1N4Q5Y5E47BP{number:08}"),
        received_at: Moment::from_milliseconds(1_790_000_000_000 + number as i64),
        service: Some("orders".into()),
        account: Some(format!("acct_{}", number % 1000)),
        source: Some(Source::Http),
        feedback: Feedback::from(&submission),
    }
}

/// Fills a store with `count` records.
pub(crate) async fn fill(store: &Arc<dyn FeedbackStore>, count: usize) {
    for start in (0..count).step_by(1000) {
        let numbers = start..count.min(start + 1000);
        let entry = |number| Entry {
            record: record(number),
            duplicate_key: None,
        };
        let entries = numbers.map(entry).collect();
        store.insert(entries).await.expect("kept");
    }
}

/// Serves `app` and gives its URL.
pub(crate) async fn serve(app: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    tokio::spawn(async move { axum::serve(listener, app).await });
    url
}
