//! In PostgreSQL, for several collectors on one database.

use std::fmt;

use deadpool_postgres::{Object, Pool};
use jiff::Timestamp;
use tokio_postgres::{GenericClient, Row};

use super::{
    KeptReview, OutcomeStore, OutcomeStoreError, OutcomeStoreFuture, ProductKeyRecord,
    ReviewRecord, memory::id_text,
};
use crate::outcome::{Outcome, ProductKey, Review, ReviewSource, TelemetryEvent};
use crate::store::connections::{self, PostgresConfigError, PostgresTls};

const SCHEMA: &str = include_str!("postgres.sql");
/// Any number; all collectors take the same one while they make tables.
const SCHEMA_LOCK: i64 = 0x6166_705f_6f75_7463;

/// Keeps everything in a PostgreSQL database, which may be that of the feedback inbox.
#[derive(Clone)]
pub struct PostgresOutcomes {
    pool: Pool,
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
        Self::on(connections::plain(config)).await
    }

    /// As [`connect`](Self::connect), with TLS. A server that offers none is refused, whether the
    /// text says `sslmode=require` or nothing; with `sslmode=disable` the connector is not used.
    ///
    /// # Errors
    /// As [`connect`](Self::connect), and when the connector refuses the server.
    pub async fn connect_with_tls(config: &str, tls: impl PostgresTls) -> Stored<Self> {
        Self::on(connections::encrypted(config, tls)).await
    }

    async fn on(pool: Result<Pool, PostgresConfigError>) -> Stored<Self> {
        let this = Self {
            pool: pool.map_err(OutcomeStoreError::new)?,
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

    async fn client(&self) -> Stored<Object> {
        self.pool.get().await.map_err(OutcomeStoreError::new)
    }

    async fn execute(&self, sql: &str, values: Values<'_>) -> Stored<u64> {
        execute(&**self.client().await?, sql, values).await
    }

    async fn query(&self, sql: &str, values: Values<'_>) -> Stored<Vec<Row>> {
        self.client()
            .await?
            .query(sql, values)
            .await
            .map_err(OutcomeStoreError::new)
    }
}

type Values<'a> = &'a [&'a (dyn tokio_postgres::types::ToSql + Sync)];

async fn execute(client: &impl GenericClient, sql: &str, values: Values<'_>) -> Stored<u64> {
    client
        .execute(sql, values)
        .await
        .map_err(OutcomeStoreError::new)
}

impl fmt::Debug for PostgresOutcomes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresOutcomes").finish_non_exhaustive()
    }
}

const KEYS: &str = "SELECT k.id, k.product, k.hash, k.created_ms, k.expires_ms, k.revoked_ms, \
    p.collecting FROM outcome_keys k JOIN outcome_products p ON p.name = k.product";

fn key(row: &Row) -> Stored<ProductKeyRecord> {
    let time = |at: Option<i64>| at.and_then(|ms| Timestamp::from_millisecond(ms).ok());
    let hash: &[u8] = row.get(2);
    Ok(ProductKeyRecord {
        id: row.get(0),
        product: row.get(1),
        hash: hash.try_into().map_err(OutcomeStoreError::new)?,
        created_at: time(Some(row.get(3))).unwrap_or_default(),
        expires_at: time(row.get(4)),
        revoked_at: time(row.get(5)),
        collecting: row.get(6),
    })
}

fn ms(time: Option<Timestamp>) -> Option<i64> {
    time.map(Timestamp::as_millisecond)
}

fn review(row: &Row) -> Stored<Review> {
    let outcome: &str = row.get(2);
    Ok(Review {
        id: row.get(0),
        interaction_id: row.get(1),
        outcome: Outcome::of_word(outcome).ok_or_else(|| OutcomeStoreError::new("outcome"))?,
        note: row.get(3),
        source: ReviewSource::CustomerAgent,
        created_at: row.get(4),
    })
}

/// Whether the interaction belongs to the product; it does if it is new. Holds its row to the end
/// of the transaction.
async fn owns(client: &impl GenericClient, id: &str, product: &str) -> Stored<bool> {
    let sql = "INSERT INTO outcome_interactions (id, product) VALUES ($1, $2) \
        ON CONFLICT (id) DO UPDATE SET product = outcome_interactions.product RETURNING product";
    let row = client
        .query_one(sql, &[&id, &product])
        .await
        .map_err(OutcomeStoreError::new)?;
    Ok(row.get::<_, &str>(0) == product)
}

async fn keep_review(
    client: &impl GenericClient,
    product: &str,
    new: &Review,
) -> Stored<KeptReview> {
    if !owns(client, &new.interaction_id, product).await? {
        return Ok(KeptReview::OtherProduct);
    }
    let insert = "INSERT INTO outcome_reviews (interaction_id, id, outcome, note, created_at) \
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT (interaction_id) DO NOTHING";
    let outcome = new.outcome.as_str();
    let values: Values<'_> = &[
        &new.interaction_id,
        &new.id,
        &outcome,
        &new.note,
        &new.created_at,
    ];
    execute(client, insert, values).await?;
    let select = "SELECT id, interaction_id, outcome, note, created_at FROM outcome_reviews \
        WHERE interaction_id = $1";
    let row = client.query_one(select, &[&new.interaction_id]).await;
    review(&row.map_err(OutcomeStoreError::new)?).map(KeptReview::First)
}

async fn keep_event(
    client: &impl GenericClient,
    product: &str,
    event: &TelemetryEvent,
) -> Stored<bool> {
    let id = id_text(event.interaction_id);
    if !owns(client, &id, product).await? {
        return Ok(false);
    }
    let text = serde_json::to_string(event).map_err(OutcomeStoreError::new)?;
    let sql = "UPDATE outcome_interactions SET event = $2 WHERE id = $1 AND event IS NULL";
    execute(client, sql, &[&id, &text]).await?;
    Ok(true)
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
            let transaction = client.transaction().await.map_err(OutcomeStoreError::new)?;
            let kept = keep_review(&*transaction, product, &review).await?;
            transaction.commit().await.map_err(OutcomeStoreError::new)?;
            Ok(kept)
        })
    }

    fn keep_events<'a>(
        &'a self,
        product: &'a str,
        mut events: Vec<TelemetryEvent>,
    ) -> OutcomeStoreFuture<'a, usize> {
        Box::pin(async move {
            // Rows are locked in one order, so that two batches never wait for each other.
            events.sort_by_key(|event| event.interaction_id);
            let mut client = self.client().await?;
            let transaction = client.transaction().await.map_err(OutcomeStoreError::new)?;
            let mut taken = 0;
            for event in &events {
                taken += usize::from(keep_event(&*transaction, product, event).await?);
            }
            transaction.commit().await.map_err(OutcomeStoreError::new)?;
            Ok(taken)
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
