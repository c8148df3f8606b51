//! Records and a store to send from.

use std::sync::Arc;

use afp_runtime::delivery::{CollectorUrl, Outbox};
use afp_runtime::feedback::{Source, Submission};
use afp_runtime::store::{Acknowledgement, FeedbackStore, Intake, IssueTable, Sender, SqliteStore};
use serde_json::json;
use tempfile::TempDir;

/// A service that keeps what it is told, and forwards it.
pub(crate) struct Service {
    pub(crate) store: Arc<dyn FeedbackStore>,
    pub(crate) outbox: Outbox,
    intake: Intake,
    _folder: Option<TempDir>,
}

impl Service {
    /// On an SQLite file of its own.
    pub(crate) async fn start(collector: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(folder.path().join("f.db")).await.unwrap();
        let mut service = Self::on(Arc::new(store), collector).await;
        service._folder = Some(folder);
        service
    }

    pub(crate) async fn on(store: Arc<dyn FeedbackStore>, collector: &str) -> Self {
        let issues = IssueTable::default();
        let url = CollectorUrl::new(collector, Some("ingest-key")).unwrap();
        let outbox = Outbox::start(Arc::clone(&store), url, issues.clone())
            .await
            .unwrap();
        let key = store.key().await.unwrap();
        let intake = Intake::new(Arc::clone(&store), &key).issues(issues);
        Self {
            store,
            outbox,
            intake,
            _folder: None,
        }
    }

    pub(crate) async fn submit(&self, goal: &str) -> Acknowledgement {
        let body = json!({
            "type": "bug",
            "goal": goal,
            "message": "The refund answers with status 500",
            "endpoint": "/orders/{id}/refund",
        });
        let body = body.to_string();
        let submission = Submission::read(body.as_bytes()).unwrap();
        let sender = Sender {
            account: Some("acct_1"),
            source: Source::Http,
            user_agent: None,
        };
        self.intake.submit(submission, sender).await.unwrap()
    }

    /// Submits goals with these numbers, side by side.
    pub(crate) async fn submit_all(&self, numbers: std::ops::Range<usize>) {
        let goals: Vec<String> = numbers.map(|number| format!("goal {number}")).collect();
        let submissions = goals.iter().map(|goal| self.submit(goal));
        futures_util::future::join_all(submissions).await;
    }

    pub(crate) async fn waiting(&self) -> u64 {
        self.outbox.status().await.unwrap().waiting
    }
}
