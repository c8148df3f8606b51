//! Statements on records, and records out of rows.

use deadpool_postgres::Client;
use jiff::Timestamp;
use tokio_postgres::{GenericClient, Row};

use super::Stored;
use crate::{
    outcome::{Outcome, Review, ReviewSource, TelemetryEvent},
    store::outcomes::{KeptReview, OutcomeStoreError, ProductKeyRecord, memory::id_text},
};

pub(super) type Values<'a> = &'a [&'a (dyn tokio_postgres::types::ToSql + Sync)];

pub(super) async fn execute(
    client: &impl GenericClient,
    sql: &str,
    values: Values<'_>,
) -> Stored<u64> {
    client
        .execute(sql, values)
        .await
        .map_err(OutcomeStoreError::new)
}

pub(super) const KEYS: &str = "SELECT k.id, k.product, k.hash, k.created_ms, k.expires_ms, k.revoked_ms, \
    p.collecting FROM outcome_keys k JOIN outcome_products p ON p.name = k.product";

pub(super) fn key(row: &Row) -> Stored<ProductKeyRecord> {
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

pub(super) fn ms(time: Option<Timestamp>) -> Option<i64> {
    time.map(Timestamp::as_millisecond)
}

pub(super) fn review(row: &Row) -> Stored<Review> {
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

pub(super) async fn keep_review(
    client: &mut Client,
    product: &str,
    new: &Review,
) -> Stored<KeptReview> {
    let transaction = client.transaction().await.map_err(OutcomeStoreError::new)?;
    if !owns(&*transaction, &new.interaction_id, product).await? {
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
    execute(&*transaction, insert, values).await?;
    let select = "SELECT id, interaction_id, outcome, note, created_at FROM outcome_reviews \
        WHERE interaction_id = $1";
    let row = transaction.query_one(select, &[&new.interaction_id]).await;
    let first = review(&row.map_err(OutcomeStoreError::new)?)?;
    transaction.commit().await.map_err(OutcomeStoreError::new)?;
    Ok(KeptReview::First(first))
}

pub(super) async fn keep_events(
    client: &mut Client,
    product: &str,
    mut events: Vec<TelemetryEvent>,
) -> Stored<usize> {
    // Rows are locked in one order, so that two batches never wait for each other.
    events.sort_by_key(|event| event.interaction_id);
    let transaction = client.transaction().await.map_err(OutcomeStoreError::new)?;
    let mut taken = 0;
    for event in &events {
        taken += usize::from(keep_event(&*transaction, product, event).await?);
    }
    transaction.commit().await.map_err(OutcomeStoreError::new)?;
    Ok(taken)
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
