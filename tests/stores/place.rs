use std::path::PathBuf;
use std::sync::Arc;

use afp_runtime::http::Inbox;
use afp_runtime::store::{FeedbackStore, StoreError};
use tempfile::TempDir;

use super::postgres::cluster::{Cluster, run_sql};
use crate::feedback::exchange::Service;

/// Where stores of one kind keep what they have; empty at first.
pub(crate) enum Place {
    Memory,
    Sqlite(TempDir),
    Postgres {
        cluster: Arc<Cluster>,
        config: String,
    },
}

impl Place {
    pub(crate) fn memory() -> Self {
        Self::Memory
    }

    pub(crate) fn sqlite() -> Self {
        Self::Sqlite(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) async fn postgres(cluster: &Arc<Cluster>) -> Self {
        Self::Postgres {
            config: cluster.schema().await,
            cluster: Arc::clone(cluster),
        }
    }

    /// Another place of this kind.
    pub(crate) async fn another(&self) -> Self {
        match self {
            Self::Memory => Self::memory(),
            Self::Sqlite(_) => Self::sqlite(),
            Self::Postgres { cluster, .. } => Self::postgres(cluster).await,
        }
    }

    /// An inbox with a store of its own on this place; in memory each has its own place, too.
    pub(crate) async fn inbox(&self) -> Result<Inbox, StoreError> {
        let inbox = match self {
            Self::Memory => Inbox::memory(),
            Self::Sqlite(folder) => Inbox::sqlite(file(folder)).await?,
            Self::Postgres { config, .. } => Inbox::postgres(config).await?,
        };
        Ok(inbox.without_rate_limit())
    }

    pub(crate) async fn service(&self) -> Service {
        Service::new(self.inbox().await.expect("an inbox"))
    }

    pub(crate) async fn services(&self, count: usize) -> Vec<Arc<Service>> {
        let mut services = Vec::new();
        for _ in 0..count {
            services.push(Arc::new(self.service().await));
        }
        services
    }

    pub(crate) async fn store(&self) -> Arc<dyn FeedbackStore> {
        self.inbox().await.expect("an inbox").store()
    }

    /// Another program does this.
    pub(crate) async fn run_sql(&self, sql: &str) {
        match self {
            Self::Memory => panic!("no other program sees this memory"),
            Self::Sqlite(folder) => {
                let connection = rusqlite::Connection::open(file(folder)).expect("a connection");
                connection.execute_batch(sql).expect("done");
            }
            Self::Postgres { config, .. } => run_sql(config, sql).await,
        }
    }
}

fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("feedback.db")
}
