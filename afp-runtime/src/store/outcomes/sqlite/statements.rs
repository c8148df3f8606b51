//! Statements on records, and records out of rows.

use jiff::Timestamp;
use rusqlite::{Connection, Row, params};

use super::Sql;
use crate::{
    outcome::{Outcome, Review, ReviewSource, TelemetryEvent},
    store::outcomes::{KeptReview, ProductKeyRecord, ReviewRecord, memory::id_text},
};

pub(super) const KEYS: &str = "SELECT k.id, k.product, k.hash, k.created_ms, k.expires_ms, k.revoked_ms, \
    p.collecting FROM outcome_keys k JOIN outcome_products p ON p.name = k.product";

pub(super) fn key(row: &Row<'_>) -> Sql<ProductKeyRecord> {
    let time = |at: Option<i64>| at.and_then(|ms| Timestamp::from_millisecond(ms).ok());
    Ok(ProductKeyRecord {
        id: row.get(0)?,
        product: row.get(1)?,
        hash: row.get(2)?,
        created_at: time(Some(row.get(3)?)).unwrap_or_default(),
        expires_at: time(row.get(4)?),
        revoked_at: time(row.get(5)?),
        collecting: row.get(6)?,
    })
}

pub(super) fn ms(time: Option<Timestamp>) -> Option<i64> {
    time.map(Timestamp::as_millisecond)
}

fn review(row: &Row<'_>) -> Sql<Review> {
    let outcome: String = row.get(2)?;
    Ok(Review {
        id: row.get(0)?,
        interaction_id: row.get(1)?,
        outcome: Outcome::of_word(&outcome).ok_or(rusqlite::Error::InvalidQuery)?,
        note: row.get(3)?,
        source: ReviewSource::CustomerAgent,
        created_at: row.get(4)?,
    })
}

/// Whether the interaction belongs to the product; it does if it is new.
fn owns(connection: &Connection, id: &str, product: &str) -> Sql<bool> {
    connection
        .prepare_cached(
            "INSERT INTO outcome_interactions (id, product) VALUES (?1, ?2) \
             ON CONFLICT (id) DO UPDATE SET product = product RETURNING product",
        )?
        .query_row(params![id, product], |row| row.get::<_, String>(0))
        .map(|owner| owner == product)
}

pub(super) fn keep_review(connection: &Connection, product: &str, new: &Review) -> Sql<KeptReview> {
    if !owns(connection, &new.interaction_id, product)? {
        return Ok(KeptReview::OtherProduct);
    }
    connection
        .prepare_cached(
            "INSERT INTO outcome_reviews (interaction_id, id, outcome, note, created_at) \
         VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (interaction_id) DO NOTHING",
        )?
        .execute(params![
            new.interaction_id,
            new.id,
            new.outcome.as_str(),
            new.note,
            new.created_at
        ])?;
    connection
        .prepare_cached(
            "SELECT id, interaction_id, outcome, note, created_at FROM outcome_reviews \
             WHERE interaction_id = ?1",
        )?
        .query_row([&new.interaction_id], review)
        .map(KeptReview::First)
}

pub(super) fn keep_events(
    connection: &Connection,
    product: &str,
    events: &[TelemetryEvent],
) -> Sql<usize> {
    let mut taken = 0;
    for event in events {
        let id = id_text(event.interaction_id);
        if !owns(connection, &id, product)? {
            continue;
        }
        let text = serde_json::to_string(event).map_err(|_| rusqlite::Error::InvalidQuery)?;
        connection
            .prepare_cached(
                "UPDATE outcome_interactions SET event = ?2 WHERE id = ?1 AND event IS NULL",
            )?
            .execute(params![id, text])?;
        taken += 1;
    }
    Ok(taken)
}

pub(super) fn latest_reviews(connection: &Connection, limit: usize) -> Sql<Vec<ReviewRecord>> {
    let mut statement = connection.prepare_cached(
        "SELECT r.id, r.interaction_id, r.outcome, r.note, r.created_at, i.product, i.event \
         FROM outcome_reviews r JOIN outcome_interactions i ON i.id = r.interaction_id \
         ORDER BY r.created_at DESC, r.id LIMIT ?1",
    )?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = statement.query_map([limit], |row| {
        let event: Option<String> = row.get(6)?;
        Ok(ReviewRecord {
            product: row.get(5)?,
            review: review(row)?,
            event: event.and_then(|text| serde_json::from_str(&text).ok()),
        })
    })?;
    rows.collect()
}
