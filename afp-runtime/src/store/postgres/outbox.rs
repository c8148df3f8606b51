use std::future::Future;

use deadpool_postgres::{Client, GenericClient};
use tokio_postgres::{Error, Row};

use super::{PostgresStore, read, write::storable};
use crate::feedback::Moment;
use crate::store::outbox_store::{MAX_PARKED, milliseconds, now};
use crate::store::{
    Lease, OutboxCounts, OutboxStore, Outgoing, Parked, Parking, StoreError, StoreFuture,
};

impl PostgresStore {
    /// Runs a piece of work on a connection of its own.
    fn with_client<'a, T, W, F>(&'a self, work: W) -> StoreFuture<'a, T>
    where
        T: Send + 'a,
        W: FnOnce(Client) -> F + Send + 'a,
        F: Future<Output = Result<T, Error>> + Send + 'a,
    {
        Box::pin(async move {
            let done = work(self.client().await?).await;
            done.map_err(|error| {
                self.connections.failed(&error);
                StoreError::because("could not use its outbox", error)
            })
        })
    }
}

impl OutboxStore for PostgresStore {
    fn set_forwarding(&self, on: bool) -> StoreFuture<'_, ()> {
        let sql = if on {
            "INSERT INTO feedback_forwarding (single, owner, until) VALUES (1, 0, now())
                ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM feedback_forwarding"
        };
        self.with_client(move |client| async move { client.execute(sql, &[]).await.map(drop) })
    }

    fn claim(&self, lease: Lease, limit: usize) -> StoreFuture<'_, Vec<Outgoing>> {
        self.with_client(move |client| async move {
            if take_lease(&client, lease).await? {
                waiting(&client, limit).await
            } else {
                Ok(Vec::new())
            }
        })
    }

    fn renew(&self, lease: Lease) -> StoreFuture<'_, ()> {
        self.with_client(move |client| async move { take_lease(&client, lease).await.map(drop) })
    }

    fn release(&self, lease: Lease) -> StoreFuture<'_, ()> {
        let sql = "UPDATE feedback_forwarding SET owner = 0, until = now() WHERE owner = $1";
        self.with_client(move |client| async move {
            client.execute(sql, &[&lease.owner]).await.map(drop)
        })
    }

    fn settle(&self, arrived: Vec<i64>, parked: Vec<Parking>) -> StoreFuture<'_, ()> {
        self.with_client(move |mut client| async move {
            let transaction = client.transaction().await?;
            let mut numbers = arrived;
            numbers.extend(parked.iter().map(|parking| parking.number));
            let sql = "DELETE FROM feedback_outbox WHERE number = ANY($1)";
            let statement = transaction.prepare_cached(sql).await?;
            transaction.execute(&statement, &[&numbers]).await?;
            park(&transaction, &parked).await?;
            transaction.commit().await
        })
    }

    fn has_waiting(&self) -> StoreFuture<'_, bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM feedback_outbox)";
        self.with_client(move |client| async move {
            let statement = client.prepare_cached(sql).await?;
            Ok(client.query_one(&statement, &[]).await?.get(0))
        })
    }

    fn outbox_counts(&self) -> StoreFuture<'_, OutboxCounts> {
        let sql = "SELECT (SELECT count(*) FROM feedback_outbox),
            (SELECT count(*) FROM feedback_parked)";
        self.with_client(move |client| async move {
            let row = client.query_one(sql, &[]).await?;
            Ok(OutboxCounts {
                waiting: row.get::<_, i64>(0).unsigned_abs(),
                parked: row.get::<_, i64>(1).unsigned_abs(),
            })
        })
    }

    fn parked(&self, limit: usize) -> StoreFuture<'_, Vec<Parked>> {
        let sql = format!(
            "SELECT {}, reason, parked_at FROM feedback_parked
            JOIN feedback_records USING (number) ORDER BY parked_at DESC, number DESC LIMIT $1",
            read::COLUMNS
        );
        let limit = limit.min(MAX_PARKED) as i64;
        self.with_client(move |client| async move {
            let rows = client.query(&sql, &[&limit]).await?;
            let parked = |row: &Row| Parked {
                record: read::record(row).1,
                reason: row.get(10),
                parked_at: Moment::from_milliseconds(row.get(11)),
            };
            Ok(rows.iter().map(parked).collect())
        })
    }

    fn retry_parked(&self) -> StoreFuture<'_, u64> {
        let sql = "WITH freed AS (DELETE FROM feedback_parked RETURNING number)
            INSERT INTO feedback_outbox (number) SELECT number FROM freed ON CONFLICT DO NOTHING";
        self.with_client(move |client| async move { client.execute(sql, &[]).await })
    }
}

/// By the clock of the database, which all forwarders share.
async fn take_lease(client: &Client, lease: Lease) -> Result<bool, Error> {
    let sql = "UPDATE feedback_forwarding
        SET owner = $1, until = clock_timestamp() + $2::bigint * interval '1 millisecond'
        WHERE owner = $1 OR until <= clock_timestamp()";
    let statement = client.prepare_cached(sql).await?;
    let time = milliseconds(lease.time);
    let taken = client.execute(&statement, &[&lease.owner, &time]).await?;
    Ok(taken > 0)
}

async fn waiting(client: &Client, limit: usize) -> Result<Vec<Outgoing>, Error> {
    let sql = format!(
        "SELECT {} FROM feedback_outbox JOIN feedback_records USING (number)
        ORDER BY number LIMIT $1",
        read::COLUMNS
    );
    let statement = client.prepare_cached(&sql).await?;
    let rows = client.query(&statement, &[&(limit as i64)]).await?;
    let outgoing = |row: &Row| {
        let (number, record) = read::record(row);
        Outgoing { number, record }
    };
    Ok(rows.iter().map(outgoing).collect())
}

async fn park(client: &impl GenericClient, parked: &[Parking]) -> Result<(), Error> {
    if parked.is_empty() {
        return Ok(());
    }
    let numbers: Vec<i64> = parked.iter().map(|parking| parking.number).collect();
    let reasons = parked.iter().map(|parking| storable(&parking.reason));
    let reasons: Vec<String> = reasons.collect();
    let sql = "INSERT INTO feedback_parked (number, reason, parked_at)
        SELECT number, reason, $3 FROM unnest($1::bigint[], $2::text[]) AS new (number, reason)
        ON CONFLICT (number) DO UPDATE SET reason = excluded.reason, parked_at = excluded.parked_at";
    let statement = client.prepare_cached(sql).await?;
    client
        .execute(&statement, &[&numbers, &reasons, &now()])
        .await?;
    Ok(())
}
