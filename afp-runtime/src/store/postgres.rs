mod outbox;
mod read;
mod schema;
mod write;

use std::fmt;
use std::time::Duration;

use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod, Runtime, Timeouts};
use tokio_postgres::NoTls;

use super::batch::{self, Queue};
use super::{
    Entry, FeedbackStore, OutboxStore, Page, Query, Receipt, StoreError, StoreFuture, Summary,
};
use crate::feedback::Record;

/// The longest wait for a connection.
const WAIT: Duration = Duration::from_secs(5);

/// Keeps records in PostgreSQL: for services that run as several instances.
///
/// All instances on one database agree on what a duplicate is. Each has one writer, which puts
/// what waits into one transaction. The connection is not encrypted; use a socket, a private
/// network or a proxy.
#[derive(Clone)]
pub struct PostgresStore {
    queue: Queue,
    pool: Pool,
    key: [u8; 32],
}

impl fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresStore").finish_non_exhaustive()
    }
}

impl PostgresStore {
    /// Connects with a URL or a `key=value` text of libpq, and brings the tables up to date. The
    /// tables are named `feedback_…` and stand in the first schema of the search path.
    ///
    /// # Errors
    /// When the text is none, the database does not answer within five seconds, or its tables
    /// were made by a newer version.
    pub async fn connect(config: &str) -> Result<Self, StoreError> {
        let config: tokio_postgres::Config = config
            .parse()
            .map_err(|_| StoreError::new("has a connection text that is none"))?;
        let pool = pool(config)?;
        let mut client = pool.get().await.map_err(unconnected)?;
        schema::migrate(&mut client).await?;
        let key = schema::key(&client).await?;
        drop(client);
        let (queue, jobs) = batch::queue();
        tokio::spawn(write::run(pool.clone(), jobs));
        Ok(Self { queue, pool, key })
    }

    async fn client(&self) -> Result<deadpool_postgres::Client, StoreError> {
        self.pool.get().await.map_err(unconnected)
    }
}

fn pool(config: tokio_postgres::Config) -> Result<Pool, StoreError> {
    let recycling = ManagerConfig {
        recycling_method: RecyclingMethod::Fast,
    };
    let timeouts = Timeouts {
        wait: Some(WAIT),
        create: Some(WAIT),
        recycle: Some(WAIT),
    };
    Pool::builder(Manager::from_config(config, NoTls, recycling))
        .max_size(8)
        .timeouts(timeouts)
        .runtime(Runtime::Tokio1)
        .build()
        .map_err(|error| StoreError::because("could not make its connections", error))
}

fn unconnected(error: deadpool_postgres::PoolError) -> StoreError {
    StoreError::because("does not answer", error)
}

fn unread(error: tokio_postgres::Error) -> StoreError {
    StoreError::because("could not be read", error)
}

impl FeedbackStore for PostgresStore {
    fn key(&self) -> StoreFuture<'_, [u8; 32]> {
        Box::pin(std::future::ready(Ok(self.key)))
    }

    fn insert(&self, entries: Vec<Entry>) -> StoreFuture<'_, Vec<Receipt>> {
        Box::pin(self.queue.insert(entries))
    }

    fn find(&self, id: String) -> StoreFuture<'_, Option<Record>> {
        Box::pin(async move { read::find(&self.client().await?, &id).await.map_err(unread) })
    }

    fn list(&self, query: Query) -> StoreFuture<'_, Page> {
        Box::pin(async move {
            read::list(&self.client().await?, &query)
                .await
                .map_err(unread)
        })
    }

    fn summary(&self) -> StoreFuture<'_, Summary> {
        Box::pin(async move { read::summary(&self.client().await?).await.map_err(unread) })
    }

    fn outbox(&self) -> Option<&dyn OutboxStore> {
        Some(self)
    }
}
