//! `POST /feedback` and its discovery document (protocol 2).

mod accounts;
mod address;
mod answer;
mod cors;
mod limit;
mod service;
mod settings;
mod submit;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;

pub use self::accounts::{AccountFuture, Accounts, Auth};
pub use self::cors::Cors;
pub use self::settings::InboxError;

pub(super) use self::answer::{Rejection, json};
pub(super) use self::submit::{is_plain_json, read as read_body};

use self::limit::RateLimit;
use self::service::Service;
use crate::feedback::KnownIssues;
use crate::store::{FeedbackStore, IssueTable, MemoryStore, StoreError};

/// The bytes that a submission may have by default.
const DEFAULT_MAX_BYTES: usize = 16_384;

/// Where agents report what stood in their way: `POST /feedback` and
/// `GET /.well-known/agent-feedback`.
///
/// Out of the box: anonymous submissions of at most 16,384 bytes, 60 a minute from one address,
/// secrets redacted, any browser origin.
///
/// ```
/// use afp_runtime::http::Inbox;
///
/// # async fn build() -> Result<axum::Router, afp_runtime::store::StoreError> {
/// let inbox = Inbox::memory().base_url("https://api.example.com").service("orders");
/// let app: axum::Router = axum::Router::new().merge(inbox.router());
/// # Ok(app)
/// # }
/// # tokio::runtime::Runtime::new().unwrap().block_on(build()).unwrap();
/// ```
///
/// Addresses are those that axum's `into_make_service_with_connect_info::<SocketAddr>()` gives;
/// without it all anonymous senders share one limit.
#[must_use]
#[derive(Clone)]
pub struct Inbox {
    store: Arc<dyn FeedbackStore>,
    key: [u8; 32],
    path: String,
    base_url: Option<String>,
    service: Option<String>,
    auth: Auth,
    account_secret: Option<Vec<u8>>,
    limit: Option<RateLimit>,
    proxies: Vec<String>,
    issues: IssueTable,
    cors: Cors,
    max_bytes: usize,
    redact_emails: bool,
}

impl fmt::Debug for Inbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inbox")
            .field("store", &self.store)
            .field("path", &self.path)
            .field("base_url", &self.base_url)
            .finish_non_exhaustive()
    }
}

impl Inbox {
    /// Where the discovery document stands.
    pub const DISCOVERY_PATH: &str = service::DISCOVERY_PATH;

    /// An inbox that keeps the newest 10,000 records in memory, at most 64 MiB.
    ///
    /// # Panics
    /// When the system has no randomness.
    pub fn memory() -> Self {
        let store = MemoryStore::new().expect("the system has randomness");
        let key = store.own_key();
        Self::new(Arc::new(store), key)
    }

    /// An inbox that keeps its records in an SQLite file, which is made where there is none.
    ///
    /// # Errors
    /// When the file cannot be opened or its tables cannot be made.
    #[cfg(feature = "sqlite")]
    pub async fn sqlite(path: impl AsRef<std::path::Path>) -> Result<Self, StoreError> {
        Self::with_store(crate::store::SqliteStore::open(path).await?).await
    }

    /// An inbox that keeps its records in PostgreSQL; see
    /// [`PostgresStore::connect`](crate::store::PostgresStore::connect). With TLS, make the store
    /// with [`connect_with_tls`](crate::store::PostgresStore::connect_with_tls), and the inbox
    /// [on it](Self::with_store).
    ///
    /// # Errors
    /// When the database does not answer or its tables cannot be made.
    #[cfg(feature = "postgres")]
    pub async fn postgres(config: &str) -> Result<Self, StoreError> {
        Self::with_store(crate::store::PostgresStore::connect(config).await?).await
    }

    /// An inbox on any store.
    ///
    /// # Errors
    /// When the store does not give its key.
    pub async fn with_store(store: impl FeedbackStore + 'static) -> Result<Self, StoreError> {
        let key = store.key().await?;
        Ok(Self::new(Arc::new(store), key))
    }

    fn new(store: Arc<dyn FeedbackStore>, key: [u8; 32]) -> Self {
        Self {
            store,
            key,
            path: "/feedback".into(),
            base_url: None,
            service: None,
            auth: Auth::none(),
            account_secret: None,
            limit: Some(RateLimit {
                count: 60,
                window: Duration::from_secs(60),
            }),
            proxies: Vec::new(),
            issues: IssueTable::default(),
            cors: Cors::any(),
            max_bytes: DEFAULT_MAX_BYTES,
            redact_emails: true,
        }
    }

    /// Where submissions are posted, `/feedback` by default.
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// The public URL that the API is reached under, such as `https://api.example.com`; the
    /// discovery document names the endpoint below it. Without it the document names the path
    /// alone, which clients resolve against where they found it.
    pub fn base_url(mut self, url: impl Into<String>) -> Self {
        self.base_url = Some(url.into());
        self
    }

    /// The name of the service in each record, 1 to 128 characters.
    pub fn service(mut self, name: impl Into<String>) -> Self {
        self.service = Some(name.into());
        self
    }

    /// Whose submissions are taken, and how an account is told from a request; anonymous ones
    /// alone by default.
    pub fn auth(mut self, auth: Auth) -> Self {
        self.auth = auth;
        self
    }

    /// The secret that makes accounts pseudonyms. By default it is a random one that the store
    /// keeps, so that pseudonyms stay the same across restarts and instances.
    pub fn account_secret(mut self, secret: impl Into<Vec<u8>>) -> Self {
        self.account_secret = Some(secret.into());
        self
    }

    /// At most `count` submissions in each `window`, from one account and from one address; 60
    /// in 60 seconds by default. IPv6 addresses count by their first 64 bits.
    pub fn rate_limit(mut self, count: u32, window: Duration) -> Self {
        self.limit = Some(RateLimit { count, window });
        self
    }

    /// Takes any number of submissions.
    pub fn without_rate_limit(mut self) -> Self {
        self.limit = None;
        self
    }

    /// The proxies whose `X-Forwarded-For` is believed: addresses, or networks such as
    /// `10.0.0.0/8`. None by default.
    pub fn trusted_proxies<P: Into<String>>(
        mut self,
        proxies: impl IntoIterator<Item = P>,
    ) -> Self {
        self.proxies = proxies.into_iter().map(Into::into).collect();
        self
    }

    /// What agents are told about obstacles that are known.
    pub fn known_issues(self, issues: KnownIssues) -> Self {
        self.issues.replace(issues);
        self
    }

    /// Which browser origins may send feedback; any by default.
    pub fn cors(mut self, cors: Cors) -> Self {
        self.cors = cors;
        self
    }

    /// The most bytes of a submission, 16,384 by default; discovery tells.
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// Whether e-mail addresses are redacted; they are by default.
    pub fn redact_emails(mut self, redact: bool) -> Self {
        self.redact_emails = redact;
        self
    }

    /// The store, to read records and counts from.
    #[must_use]
    pub fn store(&self) -> Arc<dyn FeedbackStore> {
        Arc::clone(&self.store)
    }

    /// The table of known issues, to replace it while the service runs.
    #[must_use]
    pub fn issue_table(&self) -> IssueTable {
        self.issues.clone()
    }

    /// The path that submissions are posted to.
    #[must_use]
    pub fn feedback_path(&self) -> &str {
        &self.path
    }

    /// The value of the `Link` header that errors of the API carry, once.
    #[must_use]
    pub fn link(&self) -> String {
        format!("<{}>; rel=\"agent-feedback\"", self.path)
    }

    /// The two routes.
    ///
    /// # Panics
    /// When a setting cannot work; [`Inbox::try_router`] returns it instead.
    #[track_caller]
    pub fn router(self) -> Router {
        match self.try_router() {
            Ok(router) => router,
            Err(error) => panic!("{error}"),
        }
    }

    /// The two routes.
    ///
    /// # Errors
    /// The first setting that cannot work: a path, URL, proxy, origin or service name that is
    /// none, an empty secret, a limit or size of nothing.
    pub fn try_router(self) -> Result<Router, InboxError> {
        Ok(Service::new(self)?.into_router())
    }
}
