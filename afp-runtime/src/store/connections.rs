//! Connections to PostgreSQL, for every store on it.

mod config;
mod tls;

pub use self::config::PostgresConfigError;
pub use self::tls::PostgresTls;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use deadpool_postgres::{
    Client, Hook, HookError, Manager, ManagerConfig, Pool, PoolError, RecyclingMethod, Runtime,
    Timeouts,
};
use tokio_postgres::error::SqlState;
use tokio_postgres::{Config, Error, NoTls};

/// The most connections of one store.
const CONNECTIONS: usize = 8;

/// The longest wait for a connection.
const WAIT: Duration = Duration::from_secs(5);

/// A pool that lets go of connections to a database that only reads.
///
/// A session keeps what it began with: after a switch back, or to another server, only a new one
/// can write.
#[derive(Clone)]
pub(super) struct Connections {
    pool: Pool,
    read_only: Arc<Mutex<Option<Instant>>>,
}

impl Connections {
    /// Without TLS.
    pub(super) fn plain(text: &str) -> Result<Self, PostgresConfigError> {
        Self::new(config::plain(text)?, NoTls)
    }

    /// With TLS, unless the text says `sslmode=disable`.
    pub(super) fn encrypted(
        text: &str,
        tls: impl PostgresTls,
    ) -> Result<Self, PostgresConfigError> {
        Self::new(config::encrypted(text)?, tls)
    }

    fn new(config: Config, tls: impl PostgresTls) -> Result<Self, PostgresConfigError> {
        let recycling = ManagerConfig {
            recycling_method: RecyclingMethod::Fast,
        };
        let timeouts = Timeouts {
            wait: Some(WAIT),
            create: Some(WAIT),
            recycle: Some(WAIT),
        };
        let read_only: Arc<Mutex<Option<Instant>>> = Arc::default();
        let pool = Pool::builder(Manager::from_config(config, tls, recycling))
            .max_size(CONNECTIONS)
            .timeouts(timeouts)
            .runtime(Runtime::Tokio1)
            .pre_recycle(newer_than(Arc::clone(&read_only)))
            .build()
            .map_err(PostgresConfigError::Pool)?;
        Ok(Self { pool, read_only })
    }

    pub(super) async fn get(&self) -> Result<Client, PoolError> {
        self.pool.get().await
    }

    /// Looks at why something failed: when the database only reads, connections made until now are
    /// not used again.
    pub(super) fn failed(&self, error: &Error) {
        if error.code() == Some(&SqlState::READ_ONLY_SQL_TRANSACTION) {
            let mut read_only = self
                .read_only
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            *read_only = Some(Instant::now());
        }
    }
}

/// Lets connections through that were made after this moment.
fn newer_than(moment: Arc<Mutex<Option<Instant>>>) -> Hook {
    Hook::sync_fn(move |_, metrics| {
        let moment = *moment.lock().unwrap_or_else(PoisonError::into_inner);
        if moment.is_some_and(|moment| metrics.created <= moment) {
            return Err(HookError::message("the session only reads"));
        }
        Ok(())
    })
}
