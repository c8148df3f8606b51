//! In PostgreSQL, for several collectors on one database.

mod statements;

use std::fmt;

use deadpool_postgres::Client;
use jiff::Timestamp;
use tokio_postgres::Row;

use self::statements::{KEYS, Values, execute, keep_events, keep_review, key, ms, review};
use super::{
    KeptReview, OutcomeStore, OutcomeStoreError, OutcomeStoreFuture, ProductKeyRecord, ReviewRecord,
};
use crate::outcome::{ProductKey, Review, TelemetryEvent};
use crate::store::connections::{Connections, PostgresConfigError, PostgresTls};

const SCHEMA: &str = include_str!("postgres.sql");
/// Any number; all collectors take the same one while they make tables.
const SCHEMA_LOCK: i64 = 0x6166_705f_6f75_7463;

/// Keeps everything in a PostgreSQL database, which may be that of the feedback inbox.
#[derive(Clone)]
pub struct PostgresOutcomes {
    connections: Connections,
}

type Stored<T> = Result<T, OutcomeStoreError>;

impl PostgresOutcomes {
    /// Connects with a URL or a `key=value` text of libpq, and makes the tables.
    ///
    /// The connection is not encrypted: for a socket, a private network or a proxy. A text that
    /// says `sslmode=require` is refused; [`connect_with_tls`](Self::connect_with_tls) takes it.
    ///
    /// # Errors
    /// [`OutcomeStoreError`] if the text is none or asks for TLS (the source is a
    /// [`PostgresConfigError`]), or the database does not answer within five seconds.
    pub async fn connect(config: &str) -> Stored<Self> {
        Self::on(Connections::plain(config)).await
    }

    /// As [`connect`](Self::connect), with TLS. A server that offers none is refused, whether the
    /// text says `sslmode=require` or nothing; with `sslmode=disable` the connector is not used.
    ///
    /// # Errors
    /// As [`connect`](Self::connect), and when the connector refuses the server.
    pub async fn connect_with_tls(config: &str, tls: impl PostgresTls) -> Stored<Self> {
        Self::on(Connections::encrypted(config, tls)).await
    }

    async fn on(made: Result<Connections, PostgresConfigError>) -> Stored<Self> {
        let this = Self {
            connections: made.map_err(OutcomeStoreError::new)?,
        };
        this.make_tables().await?;
        Ok(this)
    }

    async fn make_tables(&self) -> Stored<()> {
        let mut client = self.client().await?;
        let transaction = client.transaction().await.map_err(OutcomeStoreError::new)?;
        // Two `CREATE TABLE IF NOT EXISTS` at once can fail.
        execute(
            &*transaction,
            "SELECT pg_advisory_xact_lock($1)",
            &[&SCHEMA_LOCK],
        )
        .await?;
        transaction
            .batch_execute(SCHEMA)
            .await
            .map_err(OutcomeStoreError::new)?;
        transaction.commit().await.map_err(OutcomeStoreError::new)
    }

    async fn client(&self) -> Stored<Client> {
        self.connections.get().await.map_err(OutcomeStoreError::new)
    }

    async fn execute(&self, sql: &str, values: Values<'_>) -> Stored<u64> {
        self.noted(execute(&**self.client().await?, sql, values).await)
    }

    /// Lets go of the connections where the database only reads.
    fn noted<T>(&self, done: Stored<T>) -> Stored<T> {
        done.inspect_err(|error| {
            if let Some(error) = error.0.downcast_ref() {
                self.connections.failed(error);
            }
        })
    }

    async fn query(&self, sql: &str, values: Values<'_>) -> Stored<Vec<Row>> {
        self.client()
            .await?
            .query(sql, values)
            .await
            .map_err(OutcomeStoreError::new)
    }
}

impl fmt::Debug for PostgresOutcomes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresOutcomes").finish_non_exhaustive()
    }
}

impl OutcomeStore for PostgresOutcomes {
    fn add_product_key<'a>(
        &'a self,
        product: &'a str,
        key: &'a ProductKey,
        expires_at: Option<Timestamp>,
    ) -> OutcomeStoreFuture<'a, ()> {
        Box::pin(async move {
            let products = "INSERT INTO outcome_products (name, collecting) VALUES ($1, TRUE) \
                ON CONFLICT DO NOTHING";
            self.execute(products, &[&product]).await?;
            let keys = "INSERT INTO outcome_keys (id, product, hash, created_ms, expires_ms) \
                VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
            let now = Timestamp::now().as_millisecond();
            let hash = key.hash().as_slice();
            self.execute(keys, &[&key.id(), &product, &hash, &now, &ms(expires_at)])
                .await?;
            Ok(())
        })
    }

    fn product_keys(&self) -> OutcomeStoreFuture<'_, Vec<ProductKeyRecord>> {
        Box::pin(async move {
            let rows = self
                .query(&format!("{KEYS} ORDER BY k.created_ms"), &[])
                .await?;
            rows.iter().map(key).collect()
        })
    }

    fn product_key<'a>(&'a self, id: &'a str) -> OutcomeStoreFuture<'a, Option<ProductKeyRecord>> {
        Box::pin(async move {
            let rows = self
                .query(&format!("{KEYS} WHERE k.id = $1"), &[&id])
                .await?;
            rows.first().map(key).transpose()
        })
    }

    fn revoke_product_key<'a>(&'a self, id: &'a str) -> OutcomeStoreFuture<'a, bool> {
        Box::pin(async move {
            let now = Timestamp::now().as_millisecond();
            let sql =
                "UPDATE outcome_keys SET revoked_ms = $2 WHERE id = $1 AND revoked_ms IS NULL";
            Ok(self.execute(sql, &[&id, &now]).await? > 0)
        })
    }

    fn expire_product_key<'a>(
        &'a self,
        id: &'a str,
        at: Option<Timestamp>,
    ) -> OutcomeStoreFuture<'a, bool> {
        Box::pin(async move {
            let sql = "UPDATE outcome_keys SET expires_ms = $2 WHERE id = $1";
            Ok(self.execute(sql, &[&id, &ms(at)]).await? > 0)
        })
    }

    fn set_collecting<'a>(&'a self, product: &'a str, on: bool) -> OutcomeStoreFuture<'a, ()> {
        Box::pin(async move {
            let sql = "UPDATE outcome_products SET collecting = $2 WHERE name = $1";
            self.execute(sql, &[&product, &on]).await.map(drop)
        })
    }

    fn keep_review<'a>(
        &'a self,
        product: &'a str,
        review: Review,
    ) -> OutcomeStoreFuture<'a, KeptReview> {
        Box::pin(async move {
            let mut client = self.client().await?;
            self.noted(keep_review(&mut client, product, &review).await)
        })
    }

    fn keep_events<'a>(
        &'a self,
        product: &'a str,
        events: Vec<TelemetryEvent>,
    ) -> OutcomeStoreFuture<'a, usize> {
        Box::pin(async move {
            let mut client = self.client().await?;
            self.noted(keep_events(&mut client, product, events).await)
        })
    }

    fn latest_reviews(&self, limit: usize) -> OutcomeStoreFuture<'_, Vec<ReviewRecord>> {
        Box::pin(async move {
            let sql = "SELECT r.id, r.interaction_id, r.outcome, r.note, r.created_at, i.product, \
                i.event FROM outcome_reviews r JOIN outcome_interactions i \
                ON i.id = r.interaction_id ORDER BY r.created_at DESC, r.id LIMIT $1";
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let rows = self.query(sql, &[&limit]).await?;
            let record = |row: &Row| {
                let event: Option<&str> = row.get(6);
                Ok(ReviewRecord {
                    product: row.get(5),
                    review: review(row)?,
                    event: event.and_then(|text| serde_json::from_str(text).ok()),
                })
            };
            rows.iter().map(record).collect()
        })
    }
}
