//! The receiving side of forwarded records (protocol 2, §6).

mod answer;
mod ingest;
mod keys;
mod list;
mod service;

use std::fmt;
use std::sync::Arc;

use axum::Router;

use self::keys::Key;
use self::service::Service;
use crate::feedback::KnownIssues;
use crate::store::{FeedbackStore, IssueTable, StoreError};

/// Receives records that services forward, and shows them: `POST /v1/records`,
/// `GET /v1/records`, `GET /v1/summary`, `GET /healthz`.
///
/// A request with up to 100 records and 4 MiB is taken; each record has its own result, and one
/// that comes again is a duplicate. Services show the ingest key, readers the admin key; both are
/// compared in constant time.
///
/// ```
/// use std::sync::Arc;
/// use afp_runtime::http::Collector;
/// use afp_runtime::store::MemoryStore;
///
/// # async fn build() -> Result<axum::Router, Box<dyn std::error::Error>> {
/// let collector = Collector::new(Arc::new(MemoryStore::new()?))
///     .await?
///     .ingest_key("ingest-key")
///     .admin_key("admin-key");
/// let app = axum::Router::new().nest("/collector", collector.router());
/// # Ok(app)
/// # }
/// # tokio::runtime::Runtime::new().unwrap().block_on(build()).unwrap();
/// ```
#[derive(Clone)]
#[must_use]
pub struct Collector {
    store: Arc<dyn FeedbackStore>,
    store_key: [u8; 32],
    ingest_key: Option<String>,
    admin_key: Option<String>,
    open: bool,
    issues: IssueTable,
}

/// A collector that cannot work, said when its routes are built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CollectorError {
    /// A key is missing, and the collector was not said to be open.
    #[error("the collector has no {0} key; set one, or say `open()`")]
    MissingKey(&'static str),
    /// A key is empty or has other characters than visible ASCII.
    #[error("the {0} key has 1 or more visible ASCII characters")]
    InvalidKey(&'static str),
    /// The system has no randomness.
    #[error("the system has no randomness")]
    NoRandomness,
}

impl fmt::Debug for Collector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Collector")
            .field("store", &self.store)
            .field("open", &self.open)
            .finish_non_exhaustive()
    }
}

impl Collector {
    /// A collector on this store.
    ///
    /// # Errors
    /// When the store does not give its key.
    pub async fn new(store: Arc<dyn FeedbackStore>) -> Result<Self, StoreError> {
        let store_key = store.key().await?;
        Ok(Self {
            store,
            store_key,
            ingest_key: None,
            admin_key: None,
            open: false,
            issues: IssueTable::default(),
        })
    }

    /// The key that services send records with.
    pub fn ingest_key(mut self, key: impl Into<String>) -> Self {
        self.ingest_key = Some(key.into());
        self
    }

    /// The key that records and counts are read with.
    pub fn admin_key(mut self, key: impl Into<String>) -> Self {
        self.admin_key = Some(key.into());
        self
    }

    /// Asks for no key where none was set: for a private network or a trial.
    pub fn open(mut self) -> Self {
        self.open = true;
        self
    }

    /// What services are told about obstacles that are known.
    pub fn known_issues(self, issues: KnownIssues) -> Self {
        self.issues.replace(issues);
        self
    }

    /// The table of known issues, to replace it while the collector runs.
    #[must_use]
    pub fn issue_table(&self) -> IssueTable {
        self.issues.clone()
    }

    /// The routes.
    ///
    /// # Panics
    /// When a key is missing or cannot be one; [`Collector::try_router`] returns it instead.
    #[track_caller]
    pub fn router(self) -> Router {
        match self.try_router() {
            Ok(router) => router,
            Err(error) => panic!("{error}"),
        }
    }

    /// The routes.
    ///
    /// # Errors
    /// When a key is missing or cannot be one.
    pub fn try_router(self) -> Result<Router, CollectorError> {
        let key = |key: Option<&String>, name| match key {
            Some(key) => Key::new(key, name).map(Some),
            None if self.open => Ok(None),
            None => Err(CollectorError::MissingKey(name)),
        };
        let ingest_key = key(self.ingest_key.as_ref(), "ingest")?;
        let admin_key = key(self.admin_key.as_ref(), "admin")?;
        Ok(Service::new(self, ingest_key, admin_key).into_router())
    }
}
