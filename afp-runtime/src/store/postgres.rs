mod outbox;
mod read;
mod schema;
mod write;

use std::fmt;

use super::batch::{self, Queue};
use super::connections::{Connections, PostgresConfigError, PostgresTls};
use super::{
    Entry, FeedbackStore, OutboxStore, Page, Query, Receipt, StoreError, StoreFuture, Summary,
};
use crate::feedback::Record;

/// Keeps records in PostgreSQL: for services that run as several instances.
///
/// All instances on one database agree on what a duplicate is. Each has one writer, which puts
/// what waits into one transaction.
#[derive(Clone)]
pub struct PostgresStore {
    queue: Queue,
    connections: Connections,
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
    /// The connection is not encrypted: for a socket, a private network or a proxy. A text that
    /// says `sslmode=require` is refused; [`connect_with_tls`](Self::connect_with_tls) takes it.
    ///
    /// # Errors
    /// When the text is none or asks for TLS (the source is a [`PostgresConfigError`]), the
    /// database does not answer within five seconds, or its tables were made by a newer version.
    pub async fn connect(config: &str) -> Result<Self, StoreError> {
        Self::on(Connections::plain(config)).await
    }

    /// As [`connect`](Self::connect), with TLS. A server that offers none is refused, whether the
    /// text says `sslmode=require` or nothing; with `sslmode=disable` the connector is not used.
    ///
    /// # Errors
    /// As [`connect`](Self::connect), and when the connector refuses the server.
    pub async fn connect_with_tls(config: &str, tls: impl PostgresTls) -> Result<Self, StoreError> {
        Self::on(Connections::encrypted(config, tls)).await
    }

    async fn on(made: Result<Connections, PostgresConfigError>) -> Result<Self, StoreError> {
        let connections = made.map_err(|error| StoreError::because(error.what(), error))?;
        let mut client = connections.get().await.map_err(unconnected)?;
        schema::migrate(&mut client).await?;
        let key = schema::key(&client).await?;
        drop(client);
        let (queue, jobs) = batch::queue();
        tokio::spawn(write::run(connections.clone(), jobs));
        Ok(Self {
            queue,
            connections,
            key,
        })
    }

    async fn client(&self) -> Result<deadpool_postgres::Client, StoreError> {
        self.connections.get().await.map_err(unconnected)
    }
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
