use std::collections::{HashMap, HashSet};

use deadpool_postgres::Transaction;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use crate::feedback::{DuplicateKey, Moment, Outcome, Source};
use crate::store::batch::{Job, Tally};
use crate::store::connections::Connections;
use crate::store::entry::{DUPLICATE_WINDOW_MS, MAX_DUPLICATE_KEYS};
use crate::store::{Entry, Receipt, StoreError};

/// The most entries of one transaction; one caller's entries always stay together.
const MAX_BATCH: usize = 512;

/// How often a batch is tried when another instance was in its way.
const TRIES: usize = 5;

/// Writes what comes in until nobody can send any more.
pub(super) async fn run(connections: Connections, mut jobs: UnboundedReceiver<Job>) {
    while let Some(first) = jobs.recv().await {
        let mut entries = first.entries.len();
        let mut batch = vec![first];
        while entries < MAX_BATCH {
            let Ok(job) = jobs.try_recv() else {
                break;
            };
            entries += job.entries.len();
            batch.push(job);
        }
        match write(&connections, &batch).await {
            Ok(receipts) => {
                let mut receipts = receipts.into_iter();
                for job in batch {
                    let own = receipts.by_ref().take(job.entries.len()).collect();
                    job.answer(Ok(own));
                }
            }
            Err(error) => {
                for job in batch {
                    job.answer(Err(error.again()));
                }
            }
        }
    }
}

async fn write(connections: &Connections, batch: &[Job]) -> Result<Vec<Receipt>, StoreError> {
    let entries: Vec<&Entry> = batch.iter().flat_map(|job| &job.entries).collect();
    let mut tries = 1;
    loop {
        let mut client = connections.get().await.map_err(super::unconnected)?;
        let written = async {
            let transaction = client.transaction().await?;
            let receipts = try_write(&transaction, &entries).await?;
            transaction.commit().await?;
            Ok::<_, Error>(receipts)
        };
        match written.await {
            Ok(receipts) => return Ok(receipts),
            Err(error) if tries < TRIES && may_pass(&error) => tries += 1,
            Err(error) => {
                connections.failed(&error);
                tracing::error!(target: "afp::feedback", %error, "feedback could not be written");
                return Err(StoreError::because("could not be written", error));
            }
        }
    }
}

/// Whether the transaction surely did nothing and can be tried again.
fn may_pass(error: &Error) -> bool {
    matches!(
        error.code(),
        Some(&SqlState::T_R_DEADLOCK_DETECTED | &SqlState::T_R_SERIALIZATION_FAILURE)
    )
}

type First = (String, i64);

async fn try_write(
    transaction: &Transaction<'_>,
    entries: &[&Entry],
) -> Result<Vec<Receipt>, Error> {
    let first_of = claim_keys(transaction, entries).await?;
    let fresh: Vec<&Entry> = entries
        .iter()
        .copied()
        .filter(|entry| duplicate_of(entry, &first_of).is_none())
        .collect();
    let stored = insert_records(transaction, &fresh).await?;
    let known = moments_of(transaction, &fresh, &stored).await?;
    let mut tally = Tally::default();
    let mut counted = HashSet::new();
    let mut receipts = Vec::with_capacity(entries.len());
    for entry in entries {
        let id = entry.record.id.as_str();
        let first = duplicate_of(entry, &first_of).or_else(|| known.get(id).cloned());
        let first = first.or_else(|| {
            let again = !counted.insert(id);
            again.then(|| (id.to_owned(), entry.record.received_at.as_milliseconds()))
        });
        receipts.push(match first {
            None => {
                tally.add(&entry.record);
                Receipt::Stored
            }
            Some((id, moment)) => {
                tally.count("duplicates", "", 1, 0);
                Receipt::Duplicate {
                    id,
                    received_at: Moment::from_milliseconds(moment),
                }
            }
        });
    }
    let accounts = insert_accounts(transaction, &fresh).await?;
    tally.count("accounts", "", accounts, 0);
    add_counts(transaction, &tally).await?;
    forget_old_keys(transaction, entries).await?;
    Ok(receipts)
}

/// The first submission of an entry's key, when that is another one.
fn duplicate_of(entry: &Entry, first_of: &HashMap<DuplicateKey, First>) -> Option<First> {
    let first = first_of.get(entry.duplicate_key.as_ref()?)?;
    (first.0 != entry.record.id).then(|| first.clone())
}

/// Claims each key of the batch for its first entry, or finds whose it is. Keys are claimed in
/// one order everywhere, so instances wait for each other and do not lock each other up.
async fn claim_keys(
    transaction: &Transaction<'_>,
    entries: &[&Entry],
) -> Result<HashMap<DuplicateKey, First>, Error> {
    let mut claims: HashMap<DuplicateKey, First> = HashMap::new();
    for entry in entries {
        if let Some(key) = entry.duplicate_key {
            let moment = entry.record.received_at.as_milliseconds();
            claims
                .entry(key)
                .or_insert_with(|| (entry.record.id.clone(), moment));
        }
    }
    if claims.is_empty() {
        return Ok(claims);
    }
    let mut sorted: Vec<_> = claims.iter().collect();
    sorted.sort();
    let keys: Vec<&[u8]> = sorted.iter().map(|(key, _)| key.as_slice()).collect();
    let ids: Vec<&str> = sorted.iter().map(|(_, first)| first.0.as_str()).collect();
    let moments: Vec<i64> = sorted.iter().map(|(_, first)| first.1).collect();
    let sql = "INSERT INTO feedback_duplicates AS d (key, id, received_at)
        SELECT * FROM unnest($1::bytea[], $2::text[], $3::bigint[]) AS new (key, id, received_at)
        ORDER BY key
        ON CONFLICT (key) DO UPDATE SET id = excluded.id, received_at = excluded.received_at
        WHERE d.received_at <= excluded.received_at - $4";
    let statement = transaction.prepare_cached(sql).await?;
    transaction
        .execute(&statement, &[&keys, &ids, &moments, &DUPLICATE_WINDOW_MS])
        .await?;
    let sql = "SELECT key, id, received_at FROM feedback_duplicates WHERE key = ANY($1::bytea[])";
    let statement = transaction.prepare_cached(sql).await?;
    for row in transaction.query(&statement, &[&keys]).await? {
        if let Ok(key) = DuplicateKey::try_from(row.get::<_, &[u8]>(0)) {
            claims.insert(key, (row.get(1), row.get(2)));
        }
    }
    Ok(claims)
}

/// Returns the ids that were new.
async fn insert_records(
    transaction: &Transaction<'_>,
    entries: &[&Entry],
) -> Result<HashSet<String>, Error> {
    if entries.is_empty() {
        return Ok(HashSet::new());
    }
    let of = |text: fn(&Entry) -> Option<&str>| -> Vec<Option<String>> {
        entries
            .iter()
            .map(|entry| text(entry).map(storable))
            .collect()
    };
    let moments: Vec<i64> = entries
        .iter()
        .map(|entry| entry.record.received_at.as_milliseconds())
        .collect();
    let ids = of(|entry| Some(&entry.record.id));
    let services = of(|entry| entry.record.service.as_deref());
    let accounts = of(|entry| entry.record.account.as_deref());
    let sources = of(|entry| entry.record.source.map(Source::as_str));
    let types = of(|entry| Some(entry.record.feedback.kind.as_str()));
    let endpoints = of(|entry| entry.record.feedback.endpoint.as_deref());
    let outcomes = of(|entry| entry.record.feedback.outcome.map(Outcome::as_str));
    let feedback = of(|entry| Some(&entry.record.feedback.json));
    let sql = "INSERT INTO feedback_records
        (id, received_at, service, account, source, type, endpoint, outcome, feedback)
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[],
            $6::text[], $7::text[], $8::text[], $9::text[])
        ON CONFLICT (id) DO NOTHING RETURNING id";
    let statement = transaction.prepare_cached(sql).await?;
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 9] = [
        &ids, &moments, &services, &accounts, &sources, &types, &endpoints, &outcomes, &feedback,
    ];
    let rows = transaction.query(&statement, &values).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// When the records were received whose ids were known before this batch.
async fn moments_of(
    transaction: &Transaction<'_>,
    entries: &[&Entry],
    stored: &HashSet<String>,
) -> Result<HashMap<String, First>, Error> {
    let ids = entries.iter().map(|entry| entry.record.id.as_str());
    let known: Vec<&str> = ids.filter(|id| !stored.contains(*id)).collect();
    if known.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = "SELECT id, received_at FROM feedback_records WHERE id = ANY($1::text[])";
    let rows = transaction.query(sql, &[&known]).await?;
    Ok(rows
        .iter()
        .map(|row| (row.get(0), (row.get(0), row.get(1))))
        .collect())
}

/// Returns how many accounts were new.
async fn insert_accounts(transaction: &Transaction<'_>, entries: &[&Entry]) -> Result<i64, Error> {
    let mut accounts: Vec<&str> = entries
        .iter()
        .filter_map(|entry| entry.record.account.as_deref())
        .collect();
    accounts.sort_unstable();
    accounts.dedup();
    if accounts.is_empty() {
        return Ok(0);
    }
    let sql = "INSERT INTO feedback_accounts (account) SELECT * FROM unnest($1::text[])
        ON CONFLICT DO NOTHING";
    let statement = transaction.prepare_cached(sql).await?;
    let added = transaction.execute(&statement, &[&accounts]).await?;
    Ok(i64::try_from(added).unwrap_or(i64::MAX))
}

async fn add_counts(transaction: &Transaction<'_>, tally: &Tally) -> Result<(), Error> {
    let kinds: Vec<&str> = tally.rows().map(|row| row.0).collect();
    let names: Vec<String> = tally.rows().map(|row| storable(row.1)).collect();
    let counts: Vec<i64> = tally.rows().map(|row| row.2).collect();
    let blocked: Vec<i64> = tally.rows().map(|row| row.3).collect();
    let sql = "INSERT INTO feedback_counts AS c (kind, name, count, blocked)
        SELECT kind, name, sum(count), sum(blocked)
        FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
            AS new (kind, name, count, blocked)
        GROUP BY kind, name ORDER BY kind, name
        ON CONFLICT (kind, name) DO UPDATE
        SET count = c.count + excluded.count, blocked = c.blocked + excluded.blocked";
    let statement = transaction.prepare_cached(sql).await?;
    transaction
        .execute(&statement, &[&kinds, &names, &counts, &blocked])
        .await?;
    Ok(())
}

/// Takes a bounded bite, at least as large as what came in.
async fn forget_old_keys(transaction: &Transaction<'_>, entries: &[&Entry]) -> Result<(), Error> {
    let moments = entries
        .iter()
        .map(|entry| entry.record.received_at.as_milliseconds());
    let earliest = moments.max().unwrap_or(i64::MIN / 2) - DUPLICATE_WINDOW_MS;
    let sql = "WITH oldest AS (
            SELECT key, number, received_at FROM feedback_duplicates
            ORDER BY number LIMIT $1 FOR UPDATE SKIP LOCKED)
        DELETE FROM feedback_duplicates d USING oldest
        WHERE d.key = oldest.key AND (oldest.received_at <= $2 OR oldest.number <=
            (SELECT max(number) FROM feedback_duplicates) - $3)";
    let statement = transaction.prepare_cached(sql).await?;
    let bite = 2 * entries.len() as i64;
    transaction
        .execute(&statement, &[&bite, &earliest, &MAX_DUPLICATE_KEYS])
        .await?;
    Ok(())
}

/// PostgreSQL has no U+0000 in texts; in the columns to filter by it becomes U+FFFD.
pub(super) fn storable(text: &str) -> String {
    text.replace('\0', "\u{FFFD}")
}
